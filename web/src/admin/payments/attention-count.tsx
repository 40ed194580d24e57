import { HiddenText } from '#ui/text/hidden-text.tsx'
import { useAttention } from './use-attention.ts'
import classes from './attention-count.module.css'

/**
 * The number of cases that need attention, after the name of the view that shows them. Only shown to levels that may
 * open that view.
 */
export function AttentionCount() {
  const attention = useAttention(true)
  return attention ? (
    <>
      <span className={classes.count} aria-hidden="true">
        {attention.shown}
      </span>
      <HiddenText>, {attention.words}</HiddenText>
    </>
  ) : null
}
