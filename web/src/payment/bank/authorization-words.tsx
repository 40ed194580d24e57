import type { Authorization } from './use-authorization.ts'
import classes from './authorization-words.module.css'

/** Above the button that they name. */
export function AuthorizationWords({ id, words, button }: Authorization & { readonly id: string }) {
  const [before = '', ...after] = words.split(button)
  return (
    <p id={id} className={classes.words}>
      {before}
      <strong>{button}</strong>
      {after.join(button)}
    </p>
  )
}
