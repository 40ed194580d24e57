import { type Notifications, notificationTexts as texts, ProofCode, proofMinutes } from '@portal/contract/notifications'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields, digits } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { Chip } from '#ui/text/chip.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { useProof } from './use-notifications.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from './notifications.module.css'

/** Where emails go: changed in Edit Account, and confirmed here with a mailed code. */
export function Address({ email }: Pick<Notifications, 'email'>) {
  const [isProven, setProven] = useState(false)
  const { code, confirm } = useProof(() => setProven(true))
  return (
    <section className={box.card} aria-labelledby="notification-address">
      <h2 id="notification-address">{t(texts.where)}</h2>
      {email ? (
        <div className={classes.line}>
          <p className={classes.address}>{email.address}</p>
          <Chip tone={email.state === 'proven' ? 'good' : 'waiting'}>{t(texts.states[email.state])}</Chip>
          <Link className={classes.change} to={paths.dashboard} search={{ view: 'edit' }}>
            {t('Change')}
          </Link>
        </div>
      ) : (
        <p>{t(texts.noEmail)}</p>
      )}
      {isProven ? <Notice tone="success" role="status" title={t(texts.confirmed)} /> : null}
      {email && email.state !== 'proven' ? (
        <>
          <p>{t(email.state === 'stopped' ? texts.stopped : texts.unproven)}</p>
          {code.error ? <ProblemNotice problem={asProblem(code.error)} /> : null}
          {code.data ? <p role="status">{t(texts.codeSent, { address: code.data.address, proofMinutes })}</p> : null}
          <div>
            <Button look={code.data ? 'secondary' : undefined} busy={code.isPending} onClick={() => code.mutate()}>
              {t(code.data ? texts.sendAnother : texts.sendCode)}
            </Button>
          </div>
          {code.data ? <CodeForm confirm={confirm} /> : null}
        </>
      ) : null}
    </section>
  )
}

const fields = {
  code: digits(
    {
      id: 'address-code',
      label: t(texts.code),
      hint: t(texts.codeHint),
      autoComplete: 'one-time-code',
    },
    rule(ProofCode),
  ),
}

function CodeForm({ confirm }: Pick<ReturnType<typeof useProof>, 'confirm'>) {
  const { form, attempt, errors, onSubmit } = useForm(fields)
  return (
    <form noValidate className={layout.form} onSubmit={onSubmit(({ code }) => confirm.mutate(code))}>
      <ErrorSummary errors={errors} attempt={attempt} />
      {confirm.error ? <ProblemNotice problem={asProblem(confirm.error)} /> : null}
      <Fields form={form} of={fields} />
      <div className={layout.actions}>
        <Button type="submit" busy={confirm.isPending}>
          {t(texts.confirm)}
        </Button>
      </div>
    </form>
  )
}
