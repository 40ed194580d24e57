import classes from './printed-filters.module.css'

interface PrintedFiltersProps {
  /** What is filtered by: the label of each field and what stands in it, which may be nothing. */
  readonly filters: Readonly<Record<string, string>>
}

/** On paper, instead of the form: what a list is filtered by. */
export function PrintedFilters({ filters }: PrintedFiltersProps) {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  if (set.length === 0) return null
  return <p className={classes.printed}>{set.map(([label, value]) => `${label}: ${value}`).join(' · ')}</p>
}
