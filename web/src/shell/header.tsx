import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { t } from '#ui/text/t.ts'
import classes from './header.module.css'

/** The utility's logo and name, which link to the home page. */
export function Header({ wide = false }: { readonly wide?: boolean }) {
  const { profile } = usePortalStart()
  return (
    <header className={classes.header} data-wide={wide || undefined}>
      <Link to={paths.home} className={classes.brand} aria-label={t('{name}, home page', { name: profile.name })}>
        <Logo />
        <span className={classes.name}>{profile.name}</span>
      </Link>
    </header>
  )
}

/** The portal's logo: a drop with a wave in it. */
export function Logo() {
  return (
    <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="10" fill="#0b5cab" />
      <path d="M20 6.5c5.6 6.5 9 11.2 9 15.7a9 9 0 0 1-18 0c0-4.5 3.4-9.2 9-15.7z" fill="#fff" />
      <path
        d="M12.6 22.8c2.5-2 4.9-2 7.4 0s4.9 2 7.4 0a9 9 0 0 1-.6 3 7.3 7.3 0 0 1-13.6 0 9 9 0 0 1-.6-3z"
        fill="#2f7fd1"
      />
    </svg>
  )
}
