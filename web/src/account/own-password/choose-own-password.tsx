import { readSession } from '@portal/contract/sign-in'
import { useQuery } from '@tanstack/react-query'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Queries } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { leaveSignedOut } from '#session/leaving/sign-out.ts'
import { PasswordForm } from './password-form.tsx'

interface ChooseOwnPasswordProps {
  /** Called when the customer has a password of their own. */
  readonly onChosen: () => void
}

/** Stands in place of a page of a customer who has logged in with a password that staff have set (docs/security.md). */
export function ChooseOwnPassword(props: ChooseOwnPasswordProps) {
  return (
    <Queries onError={leaveWhenSignedOut}>
      <Choosing {...props} />
    </Queries>
  )
}

function Choosing({ onChosen }: ChooseOwnPasswordProps) {
  const person = useQuery({ queryKey: ['person'], queryFn: async ({ signal }) => await send(readSession, { signal }) })
  if (person.data) return <PasswordForm isGiven person={person.data} onDone={onChosen} />
  return person.error ? (
    <ProblemNotice problem={asProblem(person.error)} onTryAgain={() => void person.refetch()} />
  ) : null
}

function leaveWhenSignedOut(error: Error): void {
  if (asProblem(error).name === 'not-signed-in') leaveSignedOut()
}
