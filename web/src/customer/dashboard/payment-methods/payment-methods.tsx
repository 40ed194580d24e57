import type { AutopayAgreement } from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import type { PayMethod } from '@portal/contract/bank-accounts'
import { type SavedMethod, addedInWords, savedMethodTexts } from '@portal/contract/saved-methods'
import { Suspense, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { useSavedMethods } from '#payment/saved-methods/use-saved-methods.ts'
import { Button, TryAgain } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { lazyComponent } from '#ui/waiting/online.ts'
import { accountOption, type ViewProps } from '../accounts/use-accounts.ts'
import type { Values } from '../autopay/agreement-fields.ts'
import { AutopaySection } from '../autopay/autopay-section.tsx'
import { accountsWithout, useAutopay } from '../autopay/use-autopay.ts'
import { MethodsSection } from './methods-section.tsx'
import { ScheduledPayments } from './scheduled-payments.tsx'
import dashboard from '../dashboard.module.css'

const AddBank = lazyComponent(async () => (await import('./add-bank.tsx')).AddBank)
const AddCard = lazyComponent(async () => (await import('./add-card.tsx')).AddCard)
const UnverifiedPayments = lazyComponent(async () => (await import('./unverified-payments.tsx')).UnverifiedPayments)
const AgreementForm = lazyComponent(async () => (await import('../autopay/agreement-form.tsx')).AgreementForm)

interface Done {
  readonly text: string
  /** So that the same text is said again. */
  readonly times: number
}

/** AutoPay, and the saved cards that it and later payments use (R38, R39). */
export function PaymentMethods({ accounts }: Pick<ViewProps, 'accounts'>) {
  const { rows } = accounts
  const takesBankAccounts = usePortalStart().profile.bankPayments !== null
  const cards = useSavedMethods('customer')
  const autopay = useAutopay()
  const [form, setForm] = useState<{ changed: AutopayAgreement | null } | null>(null)
  const [adding, setAdding] = useState<PayMethod | null>(null)
  const [added, setAdded] = useState<SavedMethod | null>(null)
  const [draft, setDraft] = useState<Values | null>(null)
  const [done, setDone] = useState<Done>({ text: '', times: 0 })
  const say = (text: string) => setDone(({ times }) => ({ text, times: times + 1 }))
  const all = (cards.data ?? []).filter(({ isBlocked }) => !isBlocked)
  const open = (changed: AutopayAgreement | null) => {
    setDraft(null)
    setAdded(null)
    setForm({ changed })
    // There is nothing to choose from yet.
    if (all.length === 0) setAdding('card')
  }
  const close = (text: string) => {
    setForm(null)
    say(text)
  }
  if (adding) {
    const Add = adding === 'bank' ? AddBank : AddCard
    return (
      <Suspense fallback={<Loading what={t('Loading the form')} rows={4} />}>
        <Add
          onOther={takesBankAccounts ? () => setAdding(adding === 'bank' ? 'card' : 'bank') : null}
          onDone={(card, isToVerify = false) => {
            setAdding(null)
            setAdded(card)
            const text = card ? addedInWords(card) : ''
            // Nothing can be chosen yet.
            if (isToVerify) close(savedMethodTexts.verifyNext)
            else if (!form) say(text)
            else if (!card && all.length === 0) close('')
          }}
        />
      </Suspense>
    )
  }
  if (form && autopay.data) {
    const { changed } = form
    const offered = accountsWithout(autopay.data, rows).map((row) => ({ ...accountOption(row), value: row.accID }))
    const one = changed && { label: changed.accountId, value: changed.accountId }
    return (
      <Suspense fallback={<Loading what={t('Loading the form')} rows={4} />}>
        <AgreementForm
          accounts={one ? [one] : offered}
          changed={changed}
          cards={all}
          added={added}
          rules={autopay.data.rules}
          draft={draft}
          onDraft={setDraft}
          onAdd={setAdding}
          onDone={close}
          onCancel={() => close('')}
        />
      </Suspense>
    )
  }
  return (
    <div className={`${dashboard.page} ${dashboard.narrow}`}>
      {/* A new heading after each change takes the focus, because the pressed button may be gone. */}
      <PageHeading key={done.times} title={t(autopayTexts.pageTitle)} />
      {done.text ? (
        <Notice
          tone={done.text === savedMethodTexts.verifyNext ? 'info' : 'success'}
          role="status"
          title={t(done.text)}
        >
          {done.text === autopayTexts.turnedOff ||
          done.text ===
            'AutoPay is off. A charge that began before is still going through. We’ll email you the result.' ? (
            <div>
              <Button look="secondary" onClick={() => open(null)}>
                {t(autopayTexts.turnOn)}
              </Button>
            </div>
          ) : null}
        </Notice>
      ) : null}
      <Suspense>
        <UnverifiedPayments />
      </Suspense>
      {autopay.error ? (
        <ProblemNotice
          problem={asProblem(autopay.error).inWords(t('We couldn’t load AutoPay.'))}
          actions={<TryAgain onClick={() => void autopay.refetch()} />}
        />
      ) : null}
      {autopay.isPending ? <Loading what={t('Loading AutoPay')} rows={4} /> : null}
      {autopay.data ? (
        <AutopaySection autopay={autopay.data} rows={rows} onTurnOn={() => open(null)} onChange={open} onDone={say} />
      ) : null}
      <MethodsSection cards={cards} agreements={autopay.data?.agreements ?? []} onAdd={setAdding} onDone={say} />
      <ScheduledPayments accounts={accounts} />
    </div>
  )
}
