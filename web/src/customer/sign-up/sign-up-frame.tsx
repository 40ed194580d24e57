import { signUpTexts } from '@portal/contract/sign-up'
import type { ComponentProps } from 'react'
import { WizardFrame } from '#ui/page/wizard-frame.tsx'

type SignUpFrameProps = Omit<ComponentProps<typeof WizardFrame>, 'wizard' | 'steps' | 'title' | 'overTitle'>

/** The frame of a step of Create Account, titled with the step's name. */
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
