import { HiddenText } from '#ui/hidden-text.tsx'
import classes from './attention-count.module.css'
import { useAttention } from './use-attention.ts'

/** How much needs attention, behind the name of the view that shows it, which only those see whom it is for. */
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
