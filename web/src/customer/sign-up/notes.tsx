import { signUpTexts } from '@portal/contract/sign-up'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import classes from './sign-up.module.css'

/** The footnote of every step with fields (C§2.3). */
export function MandatoryNote() {
  return <p className={classes.mandatory}>{signUpTexts.mandatory}</p>
}

/** The link for people who have already registered (C§2.3). */
export function AlreadyRegistered() {
  return (
    <Link to={paths.home} className={classes.link}>
      {signUpTexts.alreadyRegistered}
    </Link>
  )
}
