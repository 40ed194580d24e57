import { signUpTexts } from '@portal/contract/sign-up'
import { paths } from '#paths.ts'

/** The terms open beside the wizard, so that nothing typed is lost (C§2.3). */
export function TermsLabel() {
  return (
    <>
      I have read and accept the{' '}
      <a href={paths.termsAndConditions} target="_blank" rel="noopener">
        {signUpTexts.terms} (opens in a new tab)
      </a>
      . *
    </>
  )
}
