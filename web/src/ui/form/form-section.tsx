import type { ReactNode } from 'react'
import classes from './form-layout.module.css'

/** A group of fields under a heading. */
export function FormSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  )
}
