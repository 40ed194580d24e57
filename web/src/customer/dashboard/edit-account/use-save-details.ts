import { updateUserDetails, editAccountTexts } from '@portal/contract/edit-account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asProblem, send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import type { Refuse } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { type AccountForm, type DetailsOnFile, updateOf } from './fields.ts'

interface SaveOptions {
  readonly onFile: DetailsOnFile
  readonly refuse: Refuse
  readonly onSaved: (saved: AccountForm) => Promise<void>
  readonly onOutdated: () => Promise<unknown>
}

/** Saves an edit and reports the result in the server's words (C§8). */
export function useSaveDetails({ onFile, refuse, onSaved, onOutdated }: SaveOptions) {
  const popup = usePopup()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: async (form: AccountForm) => (await send(updateUserDetails, { body: updateOf(form, onFile) })).data,
    onSuccess: async (reply, form) => {
      if (reply.status === 'Success') {
        await Promise.all([onSaved(form), queries.invalidateQueries({ queryKey: ['user-details'] })])
        popup.show({ kind: 'success', message: successText(reply.description, onFile, form) })
      } else if (reply.field) {
        refuse([{ field: reply.field, message: reply.description }])
      } else {
        if (reply.isOutdated) await onOutdated()
        popup.show({ kind: 'danger', message: reply.description })
      }
    },
    onError: (error) => {
      const cause = asProblem(error)
      refuse(cause.errors)
      if (cause.isUncertain) popup.show({ kind: 'danger', message: t(editAccountTexts.network) })
      else if (cause.name === 'partner-down') {
        popup.show({ kind: 'danger', message: `${t(editAccountTexts.network)}\n${cause.message}` })
      }
    },
  })
  // An unreachable server is reported by the popup, and refusals of fields at the fields.
  const problem = save.error && asProblem(save.error)
  const isTold = !problem || problem.isUncertain || problem.name === 'partner-down' || problem.errors.length > 0
  return { isPending: save.isPending, problem: isTold ? null : problem, send: save.mutate }
}

function successText(description: string, { details }: DetailsOnFile, form: AccountForm): string {
  if (form.emailAddress.trim() === details.emailAddress) return description
  const recipients = details.emailAddress
    ? t('{emailAddress} and {emailAddress2}', { emailAddress: details.emailAddress, emailAddress2: form.emailAddress })
    : form.emailAddress
  return t('{description} We’re sending a notice to {recipients}.', { description, recipients })
}
