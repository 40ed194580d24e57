import { useMutation } from '@tanstack/react-query'
import { WhereIsMyNumber } from '#account/sample-bill.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { flows, type Forgotten, identifiers, type Identifiers, isOutOfReach, problemInDialog } from './flows.ts'
import classes from '#ui/form/form-layout.module.css'

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
  const { accountId, username, emailAddress } = identifiers
  const isUsername = flow.field === 'username'
  const { form, onSubmit, refuse } = useForm(identifiers, {
    initial: typed,
    without: isUsername ? { emailAddress } : { username },
    onValuesChange: onTyped,
    // The server looks for this name or address at this account: either may be the wrong one.
    liftsRefusals: 'accountId',
    hasNoSummary: true,
  })
  const find = useMutation({
    mutationFn: async (given: Identifiers) => (await flow.find(given, profile.division)).result,
    onSuccess: (result) => {
      if (result.status === 'Success') return onFound(result)
      if (!result.field) return onMessage(result.description)
      refuse([{ field: result.field, message: result.description }])
    },
    onError: (error) => {
      if (isOutOfReach(error)) onMessage(flow.network)
    },
  })
  const submit = onSubmit((given) => find.mutate(given))
  const problem = problemInDialog(find.error)
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p>{flow.lead}</p>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <div className={classes.fields}>
        <Fields form={form} of={isUsername ? { accountId, username } : { accountId, emailAddress }} />
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
