import { signUpTexts } from '@portal/contract/sign-up'
import type { ComponentProps } from 'react'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { WizardFrame } from '#ui/page/wizard-frame.tsx'
import { t } from '#ui/text/t.ts'
import classes from '#ui/form/form-layout.module.css'
import own from './sign-up.module.css'

type SignUpFrameProps = Omit<ComponentProps<typeof WizardFrame>, 'wizard' | 'steps' | 'title' | 'overTitle'>

export function SignUpFrame(props: SignUpFrameProps) {
  return (
    <WizardFrame
      {...props}
      wizard={t(signUpTexts.title)}
      steps={signUpTexts.steps}
      overTitle={t(signUpTexts.title)}
      title={t(signUpTexts.steps[props.step] ?? signUpTexts.title)}
    />
  )
}

interface WayBackProps {
  /** Work is under way that must not be interrupted. */
  readonly blocked?: boolean
  readonly onBack: () => void
}

/** Of steps 2 and 3 (C§2.3). */
export function WayBack({ blocked = false, onBack }: WayBackProps) {
  return (
    <div className={classes.pair}>
      <Button wide look="secondary" blocked={blocked} onClick={onBack}>
        {t(signUpTexts.back)}
      </Button>
      <ButtonLink to={paths.home} look="quiet" wide disabled={blocked}>
        {t(signUpTexts.cancel)}
      </ButtonLink>
    </div>
  )
}

/** Of every step with fields (C§2.3). */
export function MandatoryNote() {
  return <p className={own.mandatory}>{t(signUpTexts.mandatory)}</p>
}
