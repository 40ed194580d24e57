import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { Logo } from './logo.tsx'
import classes from './header.module.css'

/** The utility's logo and name, which link to the home page. */
export function Header({ wide = false }: { readonly wide?: boolean }) {
  const { profile } = usePortalStart()
  return (
    <header className={classes.header} data-wide={wide || undefined}>
      <Link to={paths.home} className={classes.brand} aria-label={`${profile.name}, home page`}>
        <Logo />
        <span className={classes.name}>{profile.name}</span>
      </Link>
    </header>
  )
}
