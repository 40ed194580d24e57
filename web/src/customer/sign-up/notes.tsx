import { signUpTexts } from '@portal/contract/sign-up'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import classes from './sign-up.module.css'

/** The footer note of every step with fields (C§2.3). */
export function Mandatory() {
  return <p className={classes.mandatory}>{signUpTexts.mandatory}</p>
}

/** For those who came here by mistake (C§2.3). */
export function AlreadyRegistered() {
  return (
    <Link to={paths.home} className={classes.link}>
      {signUpTexts.alreadyRegistered}
    </Link>
  )
}
