import { signUpTexts } from '@portal/contract/sign-up'
import type { ComponentProps } from 'react'
import { WizardFrame } from '#ui/wizard-frame.tsx'

type SignUpFrameProps = Omit<ComponentProps<typeof WizardFrame>, 'wizard' | 'steps' | 'title' | 'overTitle'>

/** One step of Create Account, named after the step. */
export function SignUpFrame(props: SignUpFrameProps) {
  return (
    <WizardFrame
      {...props}
      wizard={signUpTexts.title}
      steps={signUpTexts.steps}
      overTitle={signUpTexts.title}
      title={signUpTexts.steps[props.step] ?? signUpTexts.title}
    />
  )
}
