import { type Autopay, type AutopayAgreement, needsAnotherCard } from '@portal/contract/autopay'
import { autopayTexts, pausedTexts } from '@portal/contract/autopay-texts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button/button.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { AgreedDialog } from './agreed-dialog.tsx'
import { useAutopayChanges } from './use-autopay-changes.ts'
import { dayInWords, endInWords, noticeInWords, whatIsNext } from './use-autopay.ts'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './autopay.module.css'

interface AgreementCardProps {
  readonly agreement: AutopayAgreement
  readonly rules: Autopay['rules']
  /** Where the water runs; empty until it is known. */
  readonly place: string
  readonly onChange: () => void
  /** Called with what there is to say about it. */
  readonly onDone: (text: string) => void
}

/** AutoPay of one account: what is charged next, and everything that can be done about it. */
export function AgreementCard({ agreement, rules, place, onChange, onDone }: AgreementCardProps) {
  const { accountId, state } = agreement
  const [isReading, setReading] = useState(false)
  const { end, resume, isPending, error } = useAutopayChanges(agreement, onDone)
  const isPaused = state === 'PAUSED'
  const about = <HiddenText>{t(', account {accountId}', { accountId })}</HiddenText>
  const next = whatIsNext(agreement)
  return (
    <section className={box.card} aria-labelledby={`autopay-${accountId}`}>
      <div className={dashboard.cardHead}>
        <h2 id={`autopay-${accountId}`}>
          {place === ''
            ? t('AutoPay · {accountId}', { accountId })
            : t('AutoPay · {accountId}, {place}', { accountId, place })}
        </h2>
        <Chip tone={isPaused ? 'bad' : 'good'}>{t(isPaused ? 'Paused' : 'On')}</Chip>
      </div>
      {error ? <ProblemNotice problem={asProblem(error)} /> : null}
      {isPaused ? (
        <Paused agreement={agreement} onChange={onChange} onResume={resume} isPending={isPending} />
      ) : (
        <div>
          <p className={classes.next}>{next.text}</p>
          {next.more.map((text) => (
            <p key={text} className={classes.more}>
              {text}
            </p>
          ))}
        </div>
      )}
      <DescriptionList items={itemsOf(agreement, rules)} />
      <div className={classes.buttons} data-no-print>
        <Button look="secondary" blocked={isPending} onClick={onChange}>
          {t('Change')}
          {about}
        </Button>
        <Button look="quiet" busy={isPending} onClick={end}>
          {t('Turn off AutoPay')}
          {about}
        </Button>
        <Button look="quiet" onClick={() => setReading(true)}>
          {t('What I agreed to')}
          {about}
        </Button>
      </div>
      {isReading ? <AgreedDialog id={agreement.id} onClose={() => setReading(false)} /> : null}
    </section>
  )
}

function itemsOf(agreement: AutopayAgreement, rules: Autopay['rules']) {
  const { terms, last } = agreement
  return [
    { term: t('When'), value: dayInWords(terms.day) },
    { term: t('Most per bill'), value: terms.most === null ? t('No limit') : dollars(terms.most) },
    { term: t('Notice'), value: noticeInWords(agreement, rules) },
    { term: t('Ends'), value: endInWords(terms) },
    ...(last
      ? [
          {
            term: t('Last charge'),
            value: (
              <>
                {formatDate(last.on)} · {dollars(last.amount)} ·{' '}
                <Link
                  to={paths.paymentResult}
                  search={{ id: last.checkout, by: 'customer' }}
                  className={classes.receipt}
                >
                  {t('Receipt')}
                  <HiddenText>{t(' for {date}', { date: formatDate(last.on) })}</HiddenText>
                </Link>
              </>
            ),
          },
        ]
      : []),
  ]
}

interface PausedProps {
  readonly agreement: AutopayAgreement
  readonly onChange: () => void
  readonly onResume: () => void
  readonly isPending: boolean
}

/** Why nothing is charged, and what to do about it. */
function Paused({ agreement, onChange, onResume, isPending }: PausedProps) {
  const { accountId, card, pausedFor } = agreement
  const canGoOn = pausedFor !== 'staff' && !card.isRemoved && !needsAnotherCard.some((reason) => reason === pausedFor)
  return (
    <Notice tone="error" title={t(autopayTexts.isPaused)}>
      {pausedFor ? <p>{t(pausedTexts[pausedFor])}</p> : null}
      <div className={classes.buttons} data-no-print>
        {pausedFor === 'staff' ? null : <Button onClick={onChange}>{t(autopayTexts.anotherCard)}</Button>}
        {canGoOn ? (
          <Button look="secondary" busy={isPending} onClick={onResume}>
            {t('Turn on again')}
          </Button>
        ) : null}
        <Link to={paths.dashboard} search={{ account: accountId }} className={classes.payBill}>
          {t('Pay the bill')}
        </Link>
      </div>
    </Notice>
  )
}
