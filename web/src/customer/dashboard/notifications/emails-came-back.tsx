import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import classes from './notifications.module.css'

/** Above the account summary, at the next visit: it can't be told by email. */
export function EmailsCameBack({ address }: { readonly address: string }) {
  return (
    <div className={classes.banner}>
      <Notice tone="error" role="status" title={t(texts.emailsCameBack, { address })}>
        <p>
          <Link className={classes.change} to={paths.dashboard} search={{ view: 'notifications' }} data-no-print>
            {t(texts.seeAddress)}
          </Link>
        </p>
      </Notice>
    </div>
  )
}
