import { Queries } from '#api/queries.tsx'
import { asProblem } from '#api/send.ts'
import { leaveSignedOut } from '#session/leaving/sign-out.ts'
import { usePerson } from '../use-person.ts'
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
  const { data: person } = usePerson()
  return person ? <PasswordForm person={person} onDone={onChosen} /> : null
}

function leaveWhenSignedOut(error: Error): void {
  if (asProblem(error).name === 'not-signed-in') leaveSignedOut()
}
