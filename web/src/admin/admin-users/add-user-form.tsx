import { adminUsersTexts, checkAdminUsername, insertAdmin, NewAdmin } from '@portal/contract/admin-users'
import { typedTwice } from '@portal/contract/credentials'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { NewPasswordFields } from '#ui/form/password-field.tsx'
import { type Refuse, useCheckedForm } from '#ui/form/use-checked-form.ts'
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

const fieldIds = {
  admin_role: 'new-user-role',
  email: 'new-user-email',
  username: 'new-user-username',
  password: 'new-user-password',
  confirm: 'new-user-confirm',
} as const
const empty = { admin_role: '', email: '', username: '', password: '', confirm: '' }

const checkNewAdmin = checkBySchema(
  NewAdmin.extend({
    admin_role: z.string().min(1, adminUsersTexts.roleRequired),
    confirm: z.string().min(1, credentialTexts.passwordsDiffer),
  }).refine(...typedTwice('password', 'confirm')),
)

/** Add User (A§2, A§5). */
export function AddUserForm({ roles, onAdded }: AddUserFormProps) {
  const { form, attempt, errors, onSubmit, showError, refuse } = useCheckedForm({
    initialValues: empty,
    check: checkNewAdmin,
    fieldIds,
    // A password that contains the username is refused.
    liftsRefusals: 'username',
  })
  const username = useUsernameCheck({
    nameNow: () => form.getValues().username,
    onTaken: () => showError('username', t(adminUsersTexts.usernameTaken)),
  })
  const add = useAddUser({ refuse, onAdded })
  const usernameField = form.getInputProps('username')
  return (
    <section className={box.card} aria-labelledby="add-user" data-no-print>
      <h2 id="add-user">{t(adminUsersTexts.addUser)}</h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      {add.problem ? <ProblemNotice problem={add.problem} /> : null}
      <form noValidate className={classes.form} autoComplete="off" onSubmit={onSubmit((values) => add.send(values))}>
        <SelectField
          id={fieldIds.admin_role}
          label={t('User role')}
          required
          data={roleChoices(roles)}
          {...form.getInputProps('admin_role')}
        />
        <TextField
          id={fieldIds.email}
          label={t('Email')}
          type="email"
          required
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextField
          id={fieldIds.username}
          label={t('Username')}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...usernameField}
          onBlur={username.onLeave}
        />
        <NewPasswordFields
          label={t('Password')}
          password={{ id: fieldIds.password, ...form.getInputProps('password') }}
          confirm={{ id: fieldIds.confirm, ...form.getInputProps('confirm') }}
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

interface NewUser {
  /** The level, as the value of the select. */
  readonly admin_role: string
  readonly email: string
  readonly username: string
  readonly password: string
}

interface AddUserOptions {
  readonly refuse: Refuse
  readonly onAdded: () => void
}

/** Adds an administrator and reports the result (A§8). */
export function useAddUser({ refuse, onAdded }: AddUserOptions) {
  const popup = usePopup()
  const add = useMutation({
    mutationFn: async ({ admin_role, email, username, password }: NewUser) =>
      await send(insertAdmin, { body: { admin_role, email, username, password } }),
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
