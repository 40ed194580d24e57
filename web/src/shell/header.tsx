import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { BelowHeaderPlace } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import classes from './header.module.css'

/** With the navigation of the page (`BelowHeader`). */
export function Header({ wide = false }: { readonly wide?: boolean }) {
  const { profile } = usePortalStart()
  return (
    <div className={classes.bar} data-wide={wide || undefined}>
      <header>
        <Link to={paths.home} className={classes.brand} aria-label={t('{name}, home page', { name: profile.name })}>
          <img src="/logo.svg" width="40" height="40" alt="" />
          <span className={classes.name}>{profile.name}</span>
        </Link>
      </header>
      <BelowHeaderPlace />
    </div>
  )
}
