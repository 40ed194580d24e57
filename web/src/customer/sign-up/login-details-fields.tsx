import type { SecurityQuestion } from '@portal/contract/sign-up'
import { PhoneFields } from '#account/phone-fields.tsx'
import { SecurityFields } from '#account/security-fields.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { NewPasswordFields } from '#ui/form/password-field.tsx'
import type { CheckedForm } from '#ui/form/use-checked-form.ts'
import { type LoginDetails, loginDetailsIds } from './login-details.ts'
import { TermsLabel } from './terms-label.tsx'
import type { useUsernameCheck } from './use-username-check.ts'
import { UsernameField } from './username-field.tsx'

interface LoginDetailsFieldsProps {
  readonly form: CheckedForm<LoginDetails>
  readonly username: ReturnType<typeof useUsernameCheck>
  readonly hasEmailOnFile: boolean
  readonly questions: readonly SecurityQuestion[]
}

/** Login, contact and security details (C§2.3). */
export function LoginDetailsFields({ form, username, hasEmailOnFile, questions }: LoginDetailsFieldsProps) {
  return (
    <>
      <FormSection title="Login Details">
        <UsernameField check={username} field={form.getInputProps('username')} />
        <NewPasswordFields
          label="Password"
          password={{ id: loginDetailsIds.password, ...form.getInputProps('password') }}
          confirm={{ id: loginDetailsIds.confirmPass, ...form.getInputProps('confirmPass') }}
        />
      </FormSection>
      <FormSection title="Contact Details">
        <TextField
          id={loginDetailsIds.emailAddress}
          label="Email address"
          hint="We’ll send your confirmation here."
          required
          type="email"
          autoComplete="email"
          {...form.getInputProps('emailAddress')}
        />
        {hasEmailOnFile ? null : (
          <TextField
            id={loginDetailsIds.confirmEmailAdd}
            label="Confirm email address"
            required
            type="email"
            autoComplete="email"
            {...form.getInputProps('confirmEmailAdd')}
          />
        )}
        <PhoneFields field={(name) => form.getInputProps(name)} />
      </FormSection>
      <FormSection title="Security Details">
        <SecurityFields
          questions={questions}
          hint="We’ll ask for it if you forget your password. Capital letters and punctuation don’t matter."
          question={form.getInputProps('security_question_txt')}
          answer={form.getInputProps('answer')}
        />
        <CheckboxField
          id={loginDetailsIds.terms}
          label={<TermsLabel />}
          required
          error={form.errors['terms']}
          checked={form.values.terms}
          onChange={(terms) => form.setFieldValue('terms', terms)}
        />
      </FormSection>
    </>
  )
}
