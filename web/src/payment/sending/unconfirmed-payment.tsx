import { paths } from '#paths.ts'
import { readStored, unconfirmedKey, writeStored } from '#session/storage.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'

/** Remembers a guest's payment while it is being confirmed: nothing else leads back to it. Null once it has an outcome. */
export function keepUnconfirmed(publicId: string | null): void {
  writeStored('tab', unconfirmedKey, publicId)
}

/** For a guest who has left the result and would pay again. */
export function UnconfirmedPayment() {
  const id = readStored('tab', unconfirmedKey)
  if (id === null) return null
  return (
    <Notice tone="warning" title={t('Your last payment is being confirmed. Do not pay again.')}>
      <ButtonLink look="quiet" to={paths.paymentResult} search={{ id, by: 'guest' }}>
        {t('See its result')}
      </ButtonLink>
    </Notice>
  )
}
