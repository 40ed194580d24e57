import type { SecondFactorSetup } from '@portal/contract/admin-sign-in'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { QrCode } from './qr-code.tsx'
import classes from './second-factor.module.css'

/** How to give the secret to an authenticator app: by its camera, or typed. */
export function SetUpApp({ setUp }: { readonly setUp: Pick<SecondFactorSetup, 'address' | 'secret'> }) {
  return (
    <ol className={classes.steps}>
      <li>
        <p>Open an authenticator app on your phone and scan this code to add an account.</p>
        <QrCode text={setUp.address} label="QR code for your authenticator app" />
        <p>Can’t scan it? Enter this key in the app:</p>
        <DescriptionList items={[{ term: 'Key', value: <code>{inFours(setUp.secret)}</code>, copy: setUp.secret }]} />
      </li>
      <li>
        <p>Enter the 6-digit code from the app.</p>
      </li>
    </ol>
  )
}

/** Groups of four are easier to copy by eye. */
function inFours(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? key
}
