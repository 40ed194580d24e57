import { reasonInWords } from '@portal/contract/autopay-reasons'
import { billingDataTexts, hasBillDates } from '@portal/contract/billing-data'
import type { ReplyOf } from '@portal/contract/call'
import { formatInstant } from '@portal/contract/dates'
import type { HeldReason } from '@portal/contract/next-charge'
import {
  type CallersAutopay,
  type PhonedInAccount,
  callersAutopayTexts,
  chargeDayTexts,
  pauseCallersAutopay,
  resumeCallersAutopay,
  type searchPhonedInAccounts,
} from '@portal/contract/phoned-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLacks, usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { nextInWords } from '#payment/autopay/next-in-words.ts'
import { methodInWords } from '#payment/saved-methods/use-saved-methods.ts'
import { Button, TextButton } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ReasonForm } from '../view-parts/reason-form.tsx'
import { serverError } from '../view-parts/server-error.ts'
import classes from './account-dialog.module.css'
import table from './account-table.module.css'

interface AccountProps {
  readonly account: PhonedInAccount
}

/** What AutoPay does next, so that no bill is paid twice, and the way to the rest. Nothing where no cards are kept. */
export function CallersAutopayLine({ account }: AccountProps) {
  const [isOpen, setOpen] = useState(false)
  const lacks = useLacks()
  const { autoPay, accID } = account
  if (!autoPay) return null
  if (!autoPay.agreement && !hasBillDates(lacks))
    return <span className={table.note}>{t(billingDataTexts.noAutopay)}</span>
  const [next] = autoPay.upcoming
  return (
    <span className={table.note}>
      {next ? inWords(next) : null}
      <TextButton onClick={() => setOpen(true)}>
        {t('AutoPay')}: {t(stateOf(autoPay))}
        <HiddenText> {t('for account {accID}', { accID })}</HiddenText>
      </TextButton>
      {isOpen ? <AutopayDialog accountId={accID} autoPay={autoPay} onClose={() => setOpen(false)} /> : null}
    </span>
  )
}

function stateOf({ agreement }: CallersAutopay): string {
  if (!agreement) return 'Off'
  return agreement.state === 'ACTIVE' ? 'On' : 'Paused'
}

/** Such as 'AutoPay: We’ll charge $95.20 to Visa ending in 4242 on 12/04/2026.' */
function inWords({ isScheduled, next, ...card }: CallersAutopay['upcoming'][number]): string {
  const { sentence } = nextInWords(next, card)
  return t(isScheduled ? 'Scheduled payment: {sentence}' : 'AutoPay: {sentence}', { sentence })
}

interface AutopayDialogProps {
  readonly accountId: PhonedInAccount['accID']
  readonly autoPay: CallersAutopay
  readonly onClose: () => void
}

/** The agreement, what it charges next, and the pause that staff may make and take back. */
function AutopayDialog({ accountId, autoPay, onClose }: AutopayDialogProps) {
  const [asked, setAsked] = useState<Change | null>(null)
  const [done, setDone] = useState<Change | null>(null)
  const change = useChange(accountId, (made) => {
    setAsked(null)
    setDone(made)
  })
  const { agreement, upcoming } = autoPay
  const isStaffs = agreement?.pause?.reason === 'staff'
  const offered = isStaffs ? 'resume' : 'pause'
  return (
    <Dialog
      open
      holdsForm={asked !== null}
      title={`${t('AutoPay')}\u00A0– ${accountId}`}
      onClose={change.isPending ? undefined : onClose}
    >
      {asked ? (
        <ReasonForm
          asks={t(texts[asked].asks)}
          button={t(texts[asked].name)}
          isPending={change.isPending}
          problem={change.isError ? serverError(change.error) : null}
          onSubmit={(why) => change.mutate({ what: asked, why })}
        />
      ) : (
        <div className={classes.details}>
          {done ? <Notice tone="success" role="status" title={t(texts[done].done)} /> : null}
          {agreement ? <Agreement agreement={agreement} /> : <p>{t('AutoPay is off for this account.')}</p>}
          <section aria-labelledby="autopay-upcoming">
            <h3 id="autopay-upcoming">{t('Next charges, as the customer reads them')}</h3>
            <Upcoming upcoming={upcoming} />
          </section>
          {agreement && (agreement.pause === null || (isStaffs && !agreement.isMethodGone)) ? (
            <div>
              <Button look="secondary" onClick={() => setAsked(offered)}>
                {t(texts[offered].name)}
              </Button>
            </div>
          ) : null}
          {agreement ? null : (
            <p className={table.note}>
              {t('Only the customer can turn on AutoPay, online: you can’t sign for a caller.')}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

type Change = 'pause' | 'resume'

const texts = {
  pause: {
    name: callersAutopayTexts.pause,
    asks: 'No bill of this account is charged until AutoPay is resumed. The customer gets an email.',
    done: callersAutopayTexts.pausedNow,
  },
  resume: {
    name: callersAutopayTexts.resume,
    asks: 'Bills of this account are charged again. What is due now may be charged today. The customer gets an email.',
    done: callersAutopayTexts.resumedNow,
  },
} as const

type AgreementOf = NonNullable<CallersAutopay['agreement']>

function Agreement({ agreement }: { readonly agreement: AgreementOf }) {
  const { pause, isMethodGone, day, most } = agreement
  const isOn = pause === null
  return (
    <>
      {pause ? (
        <Notice tone="warning" title={t(reasonInWords(pause.reason).name)}>
          <Pause pause={pause} />
          {pause.reason === 'staff' ? null : <p>{t('The customer turns it on again, under Payment methods.')}</p>}
          {pause.reason === 'staff' && isMethodGone ? <p>{t(callersAutopayTexts.methodGone)}</p> : null}
        </Notice>
      ) : null}
      <DescriptionList
        items={[
          {
            term: t('AutoPay'),
            value: <Chip tone={isOn ? 'good' : 'waiting'}>{t(isOn ? 'On' : 'Paused')}</Chip>,
          },
          { term: t('Payment method'), value: methodInWords(agreement) },
          { term: t('Charged'), value: t(chargeDayTexts[day.rule], { number: day.number }) },
          {
            term: t('Most it may take'),
            value: most === null ? t('No limit') : dollarsOf(most),
          },
        ]}
      />
    </>
  )
}

/** Who paused it, when, and in their words why. */
function Pause({ pause: { at, by, why } }: { readonly pause: NonNullable<AgreementOf['pause']> }) {
  const { profile } = usePortalStart()
  const values = { at: formatInstant(profile, at) }
  if (by === null) return <p>{t('Since {at}.', values)}</p>
  return <p>{t('{name} paused it on {at}: {why}', { ...values, name: by, why: why ?? '' })}</p>
}

function Upcoming({ upcoming }: Pick<CallersAutopay, 'upcoming'>) {
  if (upcoming.length === 0) return <p>{t('No charge is planned.')}</p>
  return (
    <ul>
      {upcoming.map((charge) => (
        <li key={charge.id ?? charge.next.on}>
          {inWords(charge)} {charge.next.heldFor ? waits(charge.next.heldFor) : nextInWords(charge.next, charge).ofCard}
        </li>
      ))}
    </ul>
  )
}

function waits(reason: HeldReason): string {
  return t('It waits: {reason}.', { reason: t(reasonInWords(reason).name) })
}

/** Puts the answer into the result of the search: looking up again would be in the audit log, too. */
function useChange(accountId: PhonedInAccount['accID'], onDone: (made: Change) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ what, why }: { what: Change; why: string }) =>
      await send(what === 'pause' ? pauseCallersAutopay : resumeCallersAutopay, { body: { accountId, why } }),
    onSuccess: ({ autoPay }, { what }) => {
      client.setQueriesData<Found>(
        { queryKey: ['phoned-in'] },
        (known) => known && withAutopay(known, accountId, autoPay),
      )
      onDone(what)
    },
  })
}

type Found = ReplyOf<typeof searchPhonedInAccounts>

function withAutopay(known: Found, accountId: string, autoPay: CallersAutopay): Found {
  const result = known.result.map((each) =>
    each.status === 'Success' && each.accountId === accountId
      ? { ...each, account: { ...each.account, autoPay } }
      : each,
  )
  return { ...known, result }
}
