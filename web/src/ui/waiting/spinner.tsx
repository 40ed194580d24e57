import classes from './spinner.module.css'

/** Shows that work is under way. Purely decorative: the words beside it say what is happening. */
export function Spinner({ size = 20 }: { readonly size?: number }) {
  return (
    <svg className={classes.spinner} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
