import { signUpTexts } from '@portal/contract/sign-up'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Queries } from '#api/queries.tsx'
import { useClosed } from '#api/use-closed.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'
import { AccountDetailsStep } from './account-details-step.tsx'
import { AccountNumberStep } from './account-number-step.tsx'
import type { LoginDetails } from './fields.tsx'
import { LoginDetailsStep } from './login-details-step.tsx'
import type { SignUpSearch } from './sign-up-address.ts'
import { type Enrollment, keepEnrollment, keptEnrollment } from './sign-up-memory.ts'

const route = getRouteApi(paths.signUp)

/** Without the passwords. */
interface Typed {
  readonly accountId: string
  readonly login: { readonly accountId: string; readonly details: LoginDetails } | null
}

const nothingTyped: Typed = { accountId: '', login: null }

/** C§2.3, C§4. */
export function SignUpPage() {
  const [isClosed, onClosed] = useClosed('login')
  // Kept here, so that it outlives maintenance.
  const [typed, setTyped] = useState<Typed>(() => ({ ...nothingTyped, accountId: keptEnrollment()?.accountId ?? '' }))
  if (isClosed) return <SignUpClosed />
  return (
    <Queries>
      <Wizard typed={typed} onTyped={setTyped} onClosed={onClosed} />
    </Queries>
  )
}

interface WizardProps {
  readonly typed: Typed
  readonly onTyped: (typed: Typed) => void
  readonly onClosed: () => void
}

function Wizard(props: WizardProps) {
  const { step = 1 } = route.useSearch()
  return step === 'done' ? <SuccessView /> : <Steps step={step} {...props} />
}

interface StepsProps extends WizardProps {
  readonly step: 1 | 2 | 3
}

function Steps({ step, typed, onTyped, onClosed }: StepsProps) {
  const navigate = route.useNavigate()
  const [enrollment, setEnrollment] = useState<Enrollment | null>(keptEnrollment)
  const [notice, setNotice] = useState<string | null>(null)

  const goTo = (next: SignUpSearch['step'], how: { replace?: boolean } = {}) =>
    void navigate({ search: { step: next }, ...how })
  const begin = (found: Enrollment | null) => {
    keepEnrollment(found)
    setEnrollment(found)
  }
  const onOver = () => {
    begin(null)
    setNotice(t(signUpTexts.tookTooLong))
    goTo(undefined, { replace: true })
  }

  if (step === 1) {
    return (
      <AccountNumberStep
        typed={typed.accountId}
        onTyped={(accountId) => onTyped({ ...typed, accountId })}
        notice={notice}
        onClosed={onClosed}
        onOver={onOver}
        onFound={(found) => {
          setNotice(null)
          begin(found)
          goTo(2)
        }}
      />
    )
  }
  // A bookmark of a later step, or a browser without storage, has no enrollment to show.
  if (!enrollment) return <Navigate to={paths.signUp} replace />
  if (step === 2) {
    return (
      <AccountDetailsStep
        enrollment={enrollment}
        onClosed={onClosed}
        onOver={onOver}
        onBack={() => goTo(undefined)}
        onConfirmed={() => goTo(3)}
      />
    )
  }
  return (
    <LoginDetailsStep
      enrollment={enrollment}
      // Values typed for another account do not apply.
      typed={typed.login?.accountId === enrollment.accountId ? typed.login.details : null}
      onTyped={(details) => onTyped({ ...typed, login: { accountId: enrollment.accountId, details } })}
      onClosed={onClosed}
      onOver={onOver}
      onNotProven={() => goTo(2, { replace: true })}
      onBack={() => goTo(2)}
      onDone={() => {
        onTyped(nothingTyped)
        // Only what is stored: this step is shown until the address has changed.
        keepEnrollment(null)
        // Replaces the form in the history, so that Back does not lead to a used form.
        goTo('done', { replace: true })
      }}
    />
  )
}

/** While login and sign-up are switched off (R16). */
function SignUpClosed() {
  const { profile } = usePortalStart()
  return (
    <MessagePage
      title={t('Registration is closed for maintenance')}
      lead={t(signUpTexts.maintenance)}
      actions={<ButtonLink to={paths.home}>{t('Return to the home page')}</ButtonLink>}
      help={
        <>
          <h2>{t('Contact support')}</h2>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      }
    />
  )
}

/** C§2.3. */
function SuccessView() {
  return (
    <MessagePage
      title={t(signUpTexts.thanks)}
      lead={t(signUpTexts.mailFollows)}
      actions={
        <>
          <ButtonLink to={paths.home}>{t(signUpTexts.loginHere)}</ButtonLink>
          <ButtonLink to={paths.home} look="secondary">
            {t(signUpTexts.backToHomepage)}
          </ButtonLink>
        </>
      }
    />
  )
}
