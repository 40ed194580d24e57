import { editAccountTexts } from '@portal/contract/edit-account-texts'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import { Button } from '#ui/button/button.tsx'
import classes from '../dashboard.module.css'

/** What belongs to the login and not to an account: the Password view, or the list of the customer's sessions. */
export type OfLogin = 'password' | 'sessions'

interface LoginButtonsProps {
  readonly blocked?: boolean
  readonly onOpen: (view: OfLogin) => void
}

/** Open what belongs to the customer's login (C§2.5). */
export function LoginButtons({ blocked = false, onOpen }: LoginButtonsProps) {
  return (
    <div className={classes.actions}>
      <Button look="secondary" blocked={blocked} onClick={() => onOpen('password')}>
        {editAccountTexts.changePassword}
      </Button>
      <Button look="secondary" blocked={blocked} onClick={() => onOpen('sessions')}>
        {ownSessionsTexts.title}
      </Button>
    </div>
  )
}
