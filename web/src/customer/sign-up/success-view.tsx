import { signUpTexts } from '@portal/contract/sign-up'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'

/** The end of sign-up: thanks, and a note about the e-mail to come (C§2.3). */
export function SuccessView() {
  return (
    <MessagePage
      title={signUpTexts.thanks}
      lead={signUpTexts.mailFollows}
      actions={
        <>
          <ButtonLink to={paths.home}>{signUpTexts.loginHere}</ButtonLink>
          <ButtonLink to={paths.home} look="secondary">
            {signUpTexts.backToHomepage}
          </ButtonLink>
        </>
      }
    />
  )
}
