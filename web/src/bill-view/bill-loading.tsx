import classes from './bill-loading.module.css'

/** The placeholder of a bill (C§2.7), in the shape of its paper. */
export function BillLoading() {
  return (
    <div className={classes.page}>
      <p role="status">Loading your bill…</p>
      <div className={classes.paper} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
    </div>
  )
}
