import { adminUsersTexts, checkAdminUsername, insertAdmin, NewAdmin } from '@portal/contract/admin-users'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { choice, email, Fields, newPassword, password, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { enteredTwice, filled, type Refuse, useForm, type ValuesOf } from '#ui/form/use-form.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { problemInForm, useShowFailure } from '../view-parts/server-error.ts'
import { type Roles, roleChoices } from './use-users.ts'
import box from '#ui/page/card.module.css'
import classes from './users.module.css'

interface AddUserFormProps {
  readonly roles: Roles
  readonly onAdded: () => void
}

const { shape } = NewAdmin
const fields = {
  admin_role: choice(
    { id: 'new-user-role', label: t('User role'), required: true, none: t('Select a role') },
    filled(adminUsersTexts.roleRequired),
  ),
  email: email({ id: 'new-user-email', label: t('Email'), required: true, autoComplete: 'off' }, rule(shape.email)),
  username: text(
    {
      id: 'new-user-username',
      label: t('Username'),
      required: true,
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    },
    rule(shape.username),
  ),
  password: newPassword({ id: 'new-user-password', label: t('Password') }, rule(shape.password)),
  confirm: password(
    { id: 'new-user-confirm', label: t('Confirm password'), required: true, autoComplete: 'new-password' },
    filled(credentialTexts.passwordsDiffer),
  ),
}
const rules = [enteredTwice('password', 'confirm')]

/** Add User (A§2, A§5). */
export function AddUserForm({ roles, onAdded }: AddUserFormProps) {
  const { form, attempt, errors, onSubmit, showError, refuse } = useForm(fields, {
    rules,
    // A password that contains the username is refused.
    liftsRefusals: 'username',
  })
  const username = useUsernameCheck({
    nameNow: () => form.getValues().username,
    onTaken: () => showError('username', t(adminUsersTexts.usernameTaken)),
  })
  const add = useAddUser({ refuse, onAdded })
  return (
    <section className={box.card} aria-labelledby="add-user" data-no-print>
      <h2 id="add-user">{t(adminUsersTexts.addUser)}</h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      {add.problem ? <ProblemNotice problem={add.problem} /> : null}
      <form noValidate className={classes.form} autoComplete="off" onSubmit={onSubmit((values) => add.send(values))}>
        <Fields
          form={form}
          of={fields}
          extra={{ admin_role: { choices: roleChoices(roles) }, username: { onBlur: username.onLeave } }}
        />
        <div className={classes.submit}>
          <Button type="submit" busy={add.isPending}>
            {t(adminUsersTexts.addUser)}
          </Button>
        </div>
      </form>
      <HiddenText role="status">{username.status}</HiddenText>
    </section>
  )
}

interface AddUserOptions {
  readonly refuse: Refuse
  readonly onAdded: () => void
}

/** Adds an administrator and reports the result (A§8). */
export function useAddUser({ refuse, onAdded }: AddUserOptions) {
  const popup = usePopup()
  const add = useMutation({
    mutationFn: async ({ admin_role, username, ...typed }: ValuesOf<typeof fields>) =>
      await send(insertAdmin, { body: { admin_role, username, email: typed.email, password: typed.password } }),
    onSuccess: (reply) => {
      if (reply.result === 'Success') {
        popup.show({ kind: 'success', message: t(adminUsersTexts.added) })
        onAdded()
      } else if (reply.description === adminUsersTexts.usernameTaken) {
        refuse([{ field: 'username', message: reply.description }])
      } else popup.show({ kind: 'danger', message: t(adminUsersTexts.addFailed) })
    },
    onError: useShowFailure(refuse),
  })
  return { isPending: add.isPending, problem: problemInForm(add.error), send: add.mutate }
}

interface UsernameCheckOptions {
  /** The name in the field now, which may change while the server is asked. */
  readonly nameNow: () => string
  readonly onTaken: () => void
}

/**
 * Asks whether a username is taken when its field is left (A§5). If it cannot ask now, the server decides on
 * submission.
 */
export function useUsernameCheck({ nameNow, onTaken }: UsernameCheckOptions) {
  const lastAsked = useRef('')
  const check = useMutation({
    mutationFn: async (username: string) => (await send(checkAdminUsername, { body: { username } })).result === 'true',
    onSuccess: (isTaken, username) => {
      if (isTaken && username === nameNow().trim()) onTaken()
    },
    onError: () => {
      lastAsked.current = ''
    },
  })
  const isAnswered = check.isSuccess && check.variables === nameNow().trim()
  const answer = check.data ? t(adminUsersTexts.usernameTaken) : t('This username is available.')
  return {
    /** What to read out. */
    status: isAnswered ? answer : '',
    onLeave: () => {
      const name = nameNow().trim()
      if (name === '' || name === lastAsked.current) return
      lastAsked.current = name
      check.mutate(name)
    },
  }
}
