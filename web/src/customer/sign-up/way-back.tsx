import { signUpTexts } from '@portal/contract/sign-up'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import classes from '#ui/form/form-layout.module.css'

interface WayBackProps {
  /** Work is under way that must not be interrupted. */
  readonly blocked?: boolean
  readonly onBack: () => void
}

/** Back and Cancel of steps 2 and 3 (C§2.3). */
export function WayBack({ blocked = false, onBack }: WayBackProps) {
  return (
    <div className={classes.pair}>
      <Button wide look="secondary" blocked={blocked} onClick={onBack}>
        {signUpTexts.back}
      </Button>
      <ButtonLink to={paths.home} look="quiet" wide disabled={blocked}>
        {signUpTexts.cancel}
      </ButtonLink>
    </div>
  )
}
