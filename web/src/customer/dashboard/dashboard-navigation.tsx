import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLacks } from '#api/portal-start.tsx'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { signOut } from '#session/leaving/sign-out.ts'
import { usePopup } from '#session/popup.tsx'
import { MenuIcon } from '#ui/icons.tsx'
import { useMenuButton } from '#ui/overlay/menu.tsx'
import { t } from '#ui/text/t.ts'
import { type DashboardSearch, isViewThere } from './dashboard-address.ts'
import classes from './dashboard-navigation.module.css'

interface Entry {
  readonly name: string
  readonly search: DashboardSearch
}

const main: readonly Entry[] = [
  { name: t('Account Summary'), search: {} },
  { name: t('My Bills'), search: { view: 'bills' } },
  { name: t('Usage'), search: { view: 'usage' } },
  { name: t('Account info'), search: { view: 'account' } },
  { name: t('News'), search: { view: 'news' } },
]
const top: readonly Entry[] = [
  { name: t('Survey'), search: { view: 'survey' } },
  { name: t('Help & Support'), search: { view: 'help' } },
]

interface DashboardNavigationProps {
  /** No view opens before the customer has chosen a password of their own. */
  readonly isClosed?: boolean
}

/** The dashboard's navigation (C§2.5): in a row on wide screens, behind a Menu button on small ones. */
export function DashboardNavigation({ isClosed = false }: DashboardNavigationProps) {
  const { isOpen, listId, button, close } = useMenuButton()
  const lacks = useLacks()
  const there = isClosed ? [] : main.filter(({ search }) => isViewThere(search.view, lacks))
  return (
    <nav className={classes.bar} aria-label={t('Dashboard')} data-open={isOpen || undefined} data-no-print>
      <button {...button} className={classes.menu}>
        <MenuIcon />
        {t('Menu')}
      </button>
      <ul id={listId} className={classes.list}>
        {there.map((entry) => (
          <Item key={entry.name} {...entry} onClick={close} />
        ))}
        <li>
          <Link to={paths.faq}>{t('FAQ')}</Link>
        </li>
        {(isClosed ? [] : top).map((entry, index) => (
          <Item key={entry.name} {...entry} isFirstOfTop={index === 0} onClick={close} />
        ))}
        <li data-first-of-top={isClosed || undefined}>
          <LogOutButton />
        </li>
      </ul>
    </nav>
  )
}

interface ItemProps extends Entry {
  readonly onClick: () => void
  readonly isFirstOfTop?: boolean
}

function Item({ name, search, isFirstOfTop = false, onClick }: ItemProps) {
  return (
    <li data-first-of-top={isFirstOfTop || undefined}>
      <Link
        to={paths.dashboard}
        search={search}
        // Current whichever account or page of the view is shown; the summary has no view in its address.
        activeOptions={{ exact: search.view === undefined, includeSearch: true }}
        onClick={onClick}
      >
        {name}
      </Link>
    </li>
  )
}

/** Log Out (C§2.5). If the server cannot be reached, the customer is told, because the session is still alive. */
function LogOutButton() {
  const popup = usePopup()
  const leave = useMutation({
    mutationFn: async () => await signOut(),
    onError: (error) => popup.show({ kind: 'danger', message: asProblem(error).message }),
  })
  return (
    <button type="button" aria-busy={leave.isPending || undefined} onClick={() => leave.mutate()}>
      {t('Log Out')}
    </button>
  )
}
