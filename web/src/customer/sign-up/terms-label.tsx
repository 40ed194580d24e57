import { signUpTexts } from '@portal/contract/sign-up'
import { paths } from '#paths.ts'

/** The label of the terms checkbox. The terms open in a new tab, so that nothing typed is lost (C§2.3). */
export function TermsLabel() {
  return (
    <>
      I have read and accept the{' '}
      <a href={paths.termsAndConditions} target="_blank" rel="noopener">
        {signUpTexts.terms} (opens in a new tab)
      </a>
      .
    </>
  )
}
