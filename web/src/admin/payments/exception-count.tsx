import { HiddenText } from '#ui/text/hidden-text.tsx'
import { useExceptionCount } from './use-exception-count.ts'
import classes from './exception-count.module.css'

/**
 * The number of open exceptions, after the name of the view that shows them. Only shown to levels that may open that
 * view.
 */
export function ExceptionCount() {
  const exceptions = useExceptionCount(true)
  return exceptions ? (
    <>
      <span className={classes.count} aria-hidden="true">
        {exceptions.shown}
      </span>
      <HiddenText>, {exceptions.words}</HiddenText>
    </>
  ) : null
}
