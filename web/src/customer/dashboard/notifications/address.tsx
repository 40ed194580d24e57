import { storedPhone as shown } from '@portal/contract/contact'
import {
  type NotificationChannel,
  type Notifications,
  ProofCode,
  proofMinutes,
  type ReachedAt,
  TypedNumber,
} from '@portal/contract/notifications'
import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { digits, Fields, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { secret, useForm } from '#ui/form/use-form.ts'
import { Chip } from '#ui/text/chip.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { useProof, useSendTest } from './use-notifications.ts'
import { usePaperless } from './use-paperless.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from './notifications.module.css'

/** Where messages go. Each address is confirmed with a code that was sent there. */
export function Addresses({
  known: { email, text: number, newNumber, sendsTexts },
}: {
  readonly known: Notifications
}) {
  return (
    <section className={box.card} aria-labelledby="notification-addresses">
      <h2 id="notification-addresses">{t(texts.where)}</h2>
      {email ? <EmailAddress email={email} /> : <p>{t(texts.noEmail)}</p>}
      {sendsTexts ? <MobilePhone number={number} newNumber={newNumber} /> : null}
    </section>
  )
}

/** Changed in Edit Account: bills and receipts go there, too. */
function EmailAddress({ email }: { readonly email: ReachedAt }) {
  const [isProven, setProven] = useState(false)
  const proof = useProof('email', () => setProven(true))
  // Asking for paperless bills has sent a code already.
  const isAsked = usePaperless().data?.accounts.some(({ state }) => state === 'asked') ?? false
  return (
    <div className={classes.reached}>
      <div className={classes.line}>
        <Known reached={email} />
        <Link className={classes.change} to={paths.dashboard} search={{ view: 'edit' }}>
          {t('Change')}
        </Link>
      </div>
      {isProven ? <Notice tone="success" role="status" takesFocus title={t(texts.confirmed.email)} /> : null}
      {email.state === 'proven' ? (
        <SendTest channel="email" />
      ) : (
        <>
          <p>{t(email.state === 'stopped' ? texts.stopped.email : texts.unproven.email)}</p>
          <SendCode
            channel="email"
            proof={proof}
            isSentBefore={isAsked}
            onSend={() => proof.code.mutate({ channel: 'email' })}
          />
        </>
      )}
    </div>
  )
}

function MobilePhone({
  number,
  newNumber,
}: {
  readonly number: ReachedAt | null
  readonly newNumber: NewNumber | null
}) {
  const [isProven, setProven] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const proof = useProof('text', () => {
    setProven(true)
    setTyping(false)
  })
  const isShown = number !== null && !isTyping
  const isAnother = newNumber !== null && newNumber.address !== number?.address
  return (
    <div className={classes.reached}>
      {isShown ? (
        <div className={classes.line}>
          <Known reached={number} />
          <Button look="quiet" onClick={() => setTyping(true)}>
            {t(texts.changeNumber)}
          </Button>
        </div>
      ) : null}
      {isProven ? <Notice tone="success" role="status" takesFocus title={t(texts.confirmed.text)} /> : null}
      {isShown && number.state === 'proven' ? <SendTest channel="text" /> : null}
      {isShown && isAnother ? (
        <>
          <p>
            {t(texts.newNumber, { address: shown(newNumber.address) })}
            {number.state === 'proven' ? ` ${t(texts.untilThen, { address: shown(number.address) })}` : null}
          </p>
          <Undelivered newNumber={newNumber} />
          <SendCode
            channel="text"
            proof={proof}
            isSentBefore
            onSend={() => proof.code.mutate({ channel: 'text', number: newNumber.address })}
          />
        </>
      ) : null}
      {isShown && !isAnother && number.state !== 'proven' ? (
        <>
          {newNumber ? <Undelivered newNumber={newNumber} /> : null}
          <p>{t(number.state === 'stopped' ? texts.stopped.text : texts.unproven.text)}</p>
          <SendCode
            channel="text"
            proof={proof}
            isSentBefore={newNumber !== null}
            onSend={() => proof.code.mutate({ channel: 'text', number: number.address })}
          />
        </>
      ) : null}
      {number === null && !isTyping ? (
        <div>
          <Button look="secondary" onClick={() => setTyping(true)}>
            {t(texts.addNumber)}
          </Button>
        </div>
      ) : null}
      {isTyping ? <NumberForm proof={proof} onSent={() => setTyping(false)} /> : null}
    </div>
  )
}

type NewNumber = NonNullable<Notifications['newNumber']>

/** What the provider of texts has reported of the one with the code. */
function Undelivered({ newNumber: { address, trouble } }: { readonly newNumber: NewNumber }) {
  return trouble === null ? null : (
    <Notice tone="error" role="alert" title={t(texts.codeTrouble[trouble], { address: shown(address) })} />
  )
}

function Known({ reached: { address, state } }: { readonly reached: ReachedAt }) {
  return (
    <>
      <p className={classes.address}>{shown(address)}</p>
      <Chip tone={state === 'proven' ? 'good' : 'waiting'}>{t(texts.states[state])}</Chip>
    </>
  )
}

/** The way that all notifications go. */
function SendTest({ channel }: { readonly channel: NotificationChannel }) {
  const test = useSendTest()
  return (
    <>
      {test.error ? <ProblemNotice problem={asProblem(test.error).inWords(t(texts.testNotSent))} /> : null}
      {test.data ? <p role="status">{t(texts.testSent, { address: test.data.address })}</p> : null}
      <div>
        <Button look="secondary" busy={test.isPending} onClick={() => test.mutate(channel)}>
          {t(texts.sendTest[channel])}
        </Button>
      </div>
    </>
  )
}

type Proof = ReturnType<typeof useProof>

interface SendCodeProps {
  readonly channel: NotificationChannel
  readonly proof: Proof
  readonly onSend: () => void
  readonly isSentBefore?: boolean
}

function SendCode({ channel, proof: { code, confirm }, onSend, isSentBefore = false }: SendCodeProps) {
  const isSent = isSentBefore || code.data !== undefined
  return (
    <>
      {code.error ? <ProblemNotice problem={asProblem(code.error)} /> : null}
      {code.data ? <p role="status">{t(texts.codeSent, { address: shown(code.data.address), proofMinutes })}</p> : null}
      <div>
        {/* Another button once a code is sent: the focus goes on to the code. */}
        <Button key={String(isSent)} look={isSent ? 'secondary' : undefined} busy={code.isPending} onClick={onSend}>
          {t(isSent ? texts.sendAnother[channel] : texts.sendCode[channel])}
        </Button>
      </div>
      {isSent ? <CodeForm channel={channel} confirm={confirm} /> : null}
    </>
  )
}

const numberFields = {
  number: text(
    {
      id: 'notification-number',
      label: t(texts.number),
      hint: t(texts.numberHint),
      autoComplete: 'tel',
      inputMode: 'tel',
    },
    rule(TypedNumber),
  ),
}

function NumberForm({ proof: { code }, onSent }: { readonly proof: Proof; readonly onSent: () => void }) {
  const { form, attempt, errors, onSubmit, refuse } = useForm(numberFields)
  const submit = onSubmit(({ number }) => {
    code.mutate({ channel: 'text', number }, { onSuccess: onSent, onError: (error) => refuse(asProblem(error).errors) })
  })
  return (
    <form noValidate className={layout.form} onSubmit={submit}>
      <ErrorSummary errors={errors} attempt={attempt} />
      {code.error ? <ProblemNotice problem={asProblem(code.error)} /> : null}
      <Fields form={form} of={numberFields} />
      <p>{t(texts.textConsent)}</p>
      <div className={layout.actions}>
        <Button type="submit" busy={code.isPending}>
          {t(texts.sendCode.text)}
        </Button>
      </div>
    </form>
  )
}

const codeFields = (channel: NotificationChannel) => ({
  code: secret(
    digits(
      { id: `${channel}-code`, label: t(texts.code), hint: t(texts.codeHint), autoComplete: 'one-time-code' },
      rule(ProofCode),
    ),
  ),
})

const codeFieldsOf = { email: codeFields('email'), text: codeFields('text') }

function CodeForm({ channel, confirm }: Pick<SendCodeProps, 'channel'> & Pick<Proof, 'confirm'>) {
  const { form, attempt, errors, onSubmit, refuse } = useForm(codeFieldsOf[channel])
  const problem = confirm.error ? asProblem(confirm.error) : null
  const submit = onSubmit(({ code }) => {
    confirm.mutate(code, { onError: (error) => refuse(asProblem(error).errors) })
  })
  return (
    <form noValidate className={layout.form} onSubmit={submit}>
      <ErrorSummary errors={errors} attempt={attempt} />
      {problem && problem.errors.length === 0 ? <ProblemNotice problem={problem} /> : null}
      <Fields form={form} of={codeFieldsOf[channel]} />
      <div className={layout.actions}>
        <Button type="submit" busy={confirm.isPending}>
          {t(texts.confirm)}
        </Button>
      </div>
    </form>
  )
}
