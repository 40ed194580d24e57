import type { SecondFactorSetup } from '@portal/contract/admin-sign-in'
import { DescriptionList } from '#ui/description-list.tsx'
import { grouped } from '#ui/digits-input.tsx'
import { QrCode } from './qr-code.tsx'
import classes from './second-factor.module.css'

/** How an authenticator app gets its secret: by its camera, or typed. */
export function SetUpApp({ setUp }: { readonly setUp: Pick<SecondFactorSetup, 'address' | 'secret'> }) {
  return (
    <ol className={classes.steps}>
      <li>
        <p>Open an authenticator app on your phone and add an account by scanning this code.</p>
        <QrCode text={setUp.address} label="QR code for your authenticator app" />
        <p>No camera? Type this key into the app instead:</p>
        <DescriptionList
          items={[{ term: 'Key', value: <code>{grouped(setUp.secret, 4)}</code>, copy: setUp.secret }]}
        />
      </li>
      <li>
        <p>Type the code of six digits that the app shows now.</p>
      </li>
    </ol>
  )
}
