import { useMutation } from '@tanstack/react-query'
import { AccountNumberField } from '#account/bill-fields.tsx'
import { WhereIsMyNumber } from '#account/sample-bill.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { t } from '#ui/text/t.ts'
import { flows, type Forgotten, type Identifiers, isOutOfReach, problemInDialog } from './flows.ts'
import classes from '#ui/form/form-layout.module.css'

const fieldIds = {
  accountId: 'forgot-account-number',
  username: 'forgot-username',
  emailAddress: 'forgot-email',
} as const

/** Started by the server: its handle and the question to answer. */
export interface Recovery {
  readonly personId: string
  readonly securityQuestion: string
}

interface IdentifyStepProps {
  readonly what: Forgotten
  /** Kept by the dialog, so that starting again loses nothing. */
  readonly typed: Identifiers
  readonly onTyped: (typed: Identifiers) => void
  readonly onFound: (recovery: Recovery) => void
  /** In the message modal. */
  readonly onMessage: (message: string) => void
}

/** Step 1 of either flow (C§2.4, C§5). */
export function IdentifyStep({ what, typed, onTyped, onFound, onMessage }: IdentifyStepProps) {
  const { profile } = usePortalStart()
  const flow = flows[what]
  const { form, onSubmit, refuse } = useCheckedForm<Identifiers>({
    initialValues: typed,
    check: flow.check,
    fieldIds,
    onValuesChange: onTyped,
    // The server looks for this name or address at this account: either may be the wrong one.
    liftsRefusals: 'accountId',
    hasNoSummary: true,
  })
  const find = useMutation({
    mutationFn: async (identifiers: Identifiers) => (await flow.find(identifiers, profile.division)).result,
    onSuccess: (result) => {
      if (result.status === 'Success') return onFound(result)
      if (!result.field) return onMessage(result.description)
      refuse([{ field: result.field, message: result.description }])
    },
    onError: (error) => {
      if (isOutOfReach(error)) onMessage(flow.network)
    },
  })
  const submit = onSubmit((identifiers) => find.mutate(identifiers))
  const problem = problemInDialog(find.error)
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p>{flow.lead}</p>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <div className={classes.fields}>
        <AccountNumberField id={fieldIds.accountId} {...form.getValueProps('accountId')} />
        {flow.field === 'username' ? (
          <TextField
            id={fieldIds.username}
            label={t('Username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
        ) : (
          <TextField
            id={fieldIds.emailAddress}
            type="email"
            label={t('Email address')}
            hint={t('The one we have on file for you')}
            autoComplete="email"
            {...form.getInputProps('emailAddress')}
          />
        )}
        <div>
          <WhereIsMyNumber />
        </div>
      </div>
      <Button type="submit" wide busy={find.isPending}>
        {find.isPending ? t('Please wait...') : t('Continue')}
      </Button>
    </form>
  )
}
