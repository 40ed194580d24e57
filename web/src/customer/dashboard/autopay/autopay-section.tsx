import type { Autopay, AutopayAgreement } from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { hasBillDates } from '@portal/contract/billing-data'
import type { AccountNumber } from '@portal/contract/ids'
import { useLacks } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { t } from '#ui/text/t.ts'
import type { Accounts } from '../accounts/use-accounts.ts'
import { AgreementCard } from './agreement-card.tsx'
import { accountsWithout } from './use-autopay.ts'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './autopay.module.css'

interface AutopaySectionProps {
  readonly autopay: Autopay
  readonly rows: Accounts['rows']
  readonly onTurnOn: () => void
  readonly onChange: (agreement: AutopayAgreement) => void
  readonly onDone: (text: string) => void
}

/** A card for each account with AutoPay, and the way to turn it on for the others. */
export function AutopaySection({ autopay, rows, onTurnOn, onChange, onDone }: AutopaySectionProps) {
  const { agreements, byOthers, rules } = autopay
  const lacks = useLacks()
  const canHave = hasBillDates(lacks) && accountsWithout(autopay, rows).length > 0
  const placeOf = (account: AccountNumber) =>
    rows.find(({ accID }) => accID === account)?.row?.serviceLocation.split(',')[0] ?? ''
  return (
    <>
      {agreements.map((agreement) => (
        <AgreementCard
          key={agreement.id}
          agreement={agreement}
          rules={rules}
          place={placeOf(agreement.accountId)}
          onChange={() => onChange(agreement)}
          onDone={onDone}
        />
      ))}
      {(agreements.length === 0 && hasBillDates(lacks)) || canHave || byOthers.length > 0 ? (
        <section className={box.card} aria-labelledby="autopay-off">
          <div className={dashboard.cardHead}>
            <h2 id="autopay-off">{t(agreements.length > 0 ? autopayTexts.others : 'AutoPay')}</h2>
            {agreements.length === 0 ? <Chip tone="none">{t('Off')}</Chip> : null}
          </div>
          {agreements.length === 0 ? (
            <p>{t('We charge each bill, and email you the amount and date first. You can turn it off any time.')}</p>
          ) : null}
          {byOthers.map((account) => (
            <p key={account} className={classes.more}>
              {t('Account {account}:', { account })} {t('Another person turned on AutoPay for this account.')}
            </p>
          ))}
          {canHave ? (
            <div>
              <Button look={agreements.length > 0 ? 'secondary' : 'primary'} onClick={onTurnOn}>
                {t(autopayTexts.setUp)}
              </Button>
            </div>
          ) : (
            <p className={classes.more}>{t('None of your other accounts can have AutoPay now.')}</p>
          )}
        </section>
      ) : null}
    </>
  )
}
