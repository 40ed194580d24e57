import { type Autopay, type AutopayAgreement, earlyNoticeDays, needsEarlyNotice } from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import type { PayMethod } from '@portal/contract/bank-accounts'
import type { CalendarDate } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type SavedMethod, addedInWords } from '@portal/contract/saved-methods'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { methodInWords, endsBeforeInWords, untilInWords } from '#payment/saved-methods/use-saved-methods.ts'
import { Button, TextButton } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { fields, hiddenFields, numbersFor, rulesOfForm, termsOf, type Values, valuesOf } from './agreement-fields.ts'
import { AgreementText } from './agreement-text.tsx'
import { useAgreeing } from './use-agreeing.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './autopay.module.css'

export interface AgreementFormProps {
  /** To turn on AutoPay for one of these; the first is chosen. */
  readonly accounts: readonly { readonly value: AccountNumber; readonly label: string }[]
  /** The agreement to change, of the only account then. */
  readonly changed: AutopayAgreement | null
  readonly cards: readonly SavedMethod[]
  /** Saved while this form waited. */
  readonly added: SavedMethod | null
  readonly rules: Autopay['rules']
  /** What was entered stays there while a card is added. */
  readonly draft: Values | null
  readonly onDraft: (values: Values) => void
  readonly onAdd: (method: PayMethod) => void
  readonly onDone: (text: string) => void
  readonly onCancel: () => void
}

/** Turns AutoPay on, or changes it: both by the words that say what is chosen. */
export function AgreementForm(props: AgreementFormProps) {
  const { accounts, changed, cards, added, rules, draft, onDraft, onAdd, onDone, onCancel } = props
  const [initial] = useState(() => ({
    ...(draft ?? firstValues(props)),
    ...(added && { card: String(added.id) }),
  }))
  const [values, setValues] = useState(initial)
  const [isUnticked, setUnticked] = useState(false)
  const { value: accountId } = accounts.find(({ value }) => value === values.account) ?? accounts[0] ?? {}
  const card = cards.find(({ id }) => String(id) === values.card)
  const terms = termsOf(values, card, rules)
  const without = { ...hiddenFields(values, card), ...(terms === null && { agree: fields.agree }) }
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, {
    initial,
    without,
    rules: rulesOfForm(card, rules),
    onValuesChange: (now) => {
      onDraft(now)
      setValues(now)
    },
  })
  const agreeing = useAgreeing({
    accountId,
    changes: changed?.id ?? null,
    terms,
    refuse,
    onOtherWords: () => {
      if (!form.getValues().agree) return
      form.setFieldValue('agree', false)
      setUnticked(true)
    },
    onDone: () => onDone(changed ? autopayTexts.changed : autopayTexts.turnedOn),
  })
  const title = t(changed ? 'Change AutoPay' : autopayTexts.turnOn)
  const { account, card: cardField, rule, number, hasMost, most, notice, low, high, endsOn, agree } = fields
  return (
    <div className={`${dashboard.page} ${dashboard.narrow}`}>
      <PageHeading title={title} />
      <p className={dashboard.lead}>
        {t('We charge each bill, and email you the amount and date first. You can turn it off any time.')}
      </p>
      {added ? <Notice tone="success" role="status" title={t(addedInWords(added))} /> : null}
      <form noValidate className={`${layout.form} ${box.card}`} onSubmit={onSubmit(agreeing.agree)}>
        <ErrorSummary errors={errors} attempt={attempt} />
        {agreeing.error ? <ProblemNotice problem={asProblem(agreeing.error)} /> : null}
        <div className={layout.fields}>
          {accounts.length > 1 ? (
            <Fields form={form} of={{ account }} extra={{ account: { choices: accounts } }} />
          ) : (
            <p>{t('Account {account}', { account: accounts[0]?.label ?? '' })}</p>
          )}
          <Fields form={form} of={{ card: cardField }} extra={{ card: { choices: cards.map(cardChoice) } }} />
          <AddMethods onAdd={onAdd} />
          <CardEnds card={card} day={agreeing.words?.cardEndsBefore ?? null} />
        </div>
        <div className={layout.fields}>
          <Fields form={form} of={{ rule }} />
          {'number' in without ? null : (
            <Fields
              form={form}
              of={{ number }}
              extra={{
                number: {
                  label: values.rule === 'dayOfMonth' ? t('Day of the month') : t('Days before'),
                  hint: dayHint(values, card),
                  choices: numbersFor(values, card, rules),
                },
              }}
            />
          )}
          <Fields form={form} of={{ hasMost }} />
          {'most' in without ? null : <Fields form={form} of={{ most }} />}
          {'notice' in without ? null : <Fields form={form} of={{ notice }} extra={{ notice: noticeChoice(rules) }} />}
          {'low' in without ? null : (
            <div className={layout.pair}>
              <Fields form={form} of={{ low, high }} />
            </div>
          )}
          <Fields form={form} of={{ endsOn }} />
        </div>
        <Terms agreeing={agreeing} />
        <div role="status">{isUnticked && !values.agree ? <TermsChanged /> : null}</div>
        {'agree' in without ? null : <Fields form={form} of={{ agree }} />}
        <div className={layout.actions}>
          <Button type="submit" busy={agreeing.isPending} blocked={agreeing.isWaiting} describedBy="autopay-terms">
            {t(changed ? autopayTexts.save : autopayTexts.turnOn)}
          </Button>
          <Button look="quiet" blocked={agreeing.isPending} onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}

interface CardEndsProps {
  readonly card: SavedMethod | undefined
  /** The day before which it expires. */
  readonly day: CalendarDate | null
}

function CardEnds({ card, day }: CardEndsProps) {
  const text = card && day ? endsBeforeInWords(card, day) : null
  return <div role="status">{text ? <Notice tone="warning" title={text} /> : null}</div>
}

function firstValues({ accounts, changed, cards }: AgreementFormProps): Values {
  const usable = cards.some(({ id }) => id === changed?.terms.savedCardId)
  const start = valuesOf(changed?.terms, cards[0]?.id, accounts[0]?.value ?? '')
  return usable || !changed ? start : { ...start, card: String(cards[0]?.id ?? '') }
}

function AddMethods({ onAdd }: Pick<AgreementFormProps, 'onAdd'>) {
  const takesBankAccounts = usePortalStart().profile.bankPayments !== null
  return (
    <div className={classes.buttons}>
      <TextButton onClick={() => onAdd('card')}>{t('Add a card')}</TextButton>
      {takesBankAccounts ? <TextButton onClick={() => onAdd('bank')}>{t('Add a bank account')}</TextButton> : null}
    </div>
  )
}

function cardChoice(card: SavedMethod) {
  const words = methodInWords(card)
  return { value: String(card.id), label: [card.name, words, untilInWords(card)].filter(Boolean).join(' · ') }
}

function dayHint({ rule }: Values, card: SavedMethod | undefined): string {
  if (rule === 'dayOfMonth')
    return t('On this day or before, never after the due date. In a short month, on its last day.')
  if (!card || !needsEarlyNotice(card.funding)) return ''
  if (card.bankAccount)
    return t('For a bank account we have to email you {days} days before the charge.', { days: earlyNoticeDays })
  return t('For a debit or prepaid card we have to email you {days} days before the charge.', { days: earlyNoticeDays })
}

function noticeChoice({ noticeDays }: Autopay['rules']) {
  const days = Math.max(earlyNoticeDays, noticeDays)
  return {
    hint: t('You have the right to an email {days} days before each charge.', { days }),
    choices: [
      { value: 'every', label: t('{days} days before every charge', { days }) },
      {
        value: 'outside',
        label: t('{days} days before only outside a range I choose, otherwise {noticeDays}', { days, noticeDays }),
      },
    ],
  }
}

/** What is agreed to, as it will be kept. */
function Terms({ agreeing }: { readonly agreeing: ReturnType<typeof useAgreeing> }) {
  const { words, wordsError, isWhole, isWaiting, tryAgain } = agreeing
  return (
    <section id="autopay-terms" aria-labelledby="autopay-terms-title" aria-busy={isWaiting} className={classes.terms}>
      <h2 id="autopay-terms-title">{t('What you agree to')}</h2>
      {wordsError ? <ProblemNotice problem={asProblem(wordsError)} onTryAgain={tryAgain} /> : null}
      {words ? <AgreementText words={words.words} /> : null}
      {isWhole ? null : <p>{t('Complete your choices above to see the terms.')}</p>}
      {isWhole && !words && !wordsError ? <Loading what={t('Loading the terms')} rows={6} /> : null}
    </section>
  )
}

function TermsChanged() {
  return <Notice tone="warning" title={t('The terms below your choices have changed. Read them, and agree again.')} />
}
