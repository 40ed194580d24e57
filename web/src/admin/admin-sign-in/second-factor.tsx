import type { SecondFactorSetup } from '@portal/contract/admin-sign-in'
import { adminSignInTexts } from '@portal/contract/console-texts'
import { useEffect, useId, useRef } from 'react'
import { encode } from 'uqr'
import { Button } from '#ui/button/button.tsx'
import { type TextFieldProps, TextField } from '#ui/form/field.tsx'
import { own } from '#ui/form/fields.tsx'
import { secret, written } from '#ui/form/use-form.ts'
import { CheckIcon, CopyIcon, PrintIcon } from '#ui/icons.tsx'
import { DescriptionList, useCopy } from '#ui/text/description-list.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import classes from './second-factor.module.css'

/** How to give the secret to an authenticator app: by its camera, or typed. */
export function SetUpApp({ setUp }: { readonly setUp: Pick<SecondFactorSetup, 'address' | 'secret'> }) {
  return (
    <ol className={classes.steps}>
      <li>
        <p>{t('Open an authenticator app on your phone and scan this code to add an account.')}</p>
        <QrCode text={setUp.address} label={t('QR code for your authenticator app')} />
        <p>{t('Can’t scan it? Enter this key in the app:')}</p>
        <DescriptionList
          items={[{ term: t('Key'), value: <code>{inFours(setUp.secret)}</code>, copy: setUp.secret }]}
        />
      </li>
      <li>
        <p>{t('Enter the 6-digit code from the app.')}</p>
      </li>
    </ol>
  )
}

/** Groups of four are easier to copy by eye. */
function inFours(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? key
}

/** The width of the white border that cameras need around the code, in modules (ISO/IEC 18004). */
const quietZone = 4

/** A QR code as a single SVG path. Trusted Types would refuse the library's own markup, which is a string. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {/* Black on white in dark mode too: many cameras cannot read an inverted code. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

interface CodeFieldProps extends Omit<TextFieldProps, 'label' | 'onChange'> {
  readonly onChange: (code: string) => void
}

/** The code of an authenticator app. Phones and password managers can fill it in, and it may be pasted. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      label={t('Code')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** In the list of a form, which draws it by `CodeField`. */
export const codeField = (id: string) => secret(own('', { id }, written(adminSignInTexts.codeNeeded)))

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/**
 * The recovery codes, which are only shown once: each lets the administrator log in one time without the app. Takes the
 * focus.
 */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const doneId = useId()
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  const { copied, copy } = useCopy(codes.join('\n'))
  return (
    <div className={classes.codes}>
      <Notice id={doneId} tone="success" title={t('Two-step verification is on.')} />
      <h2 ref={heading} tabIndex={-1} aria-describedby={doneId}>
        {t('Your recovery codes')}
      </h2>
      <p>
        {t(
          'Save these with your passwords. Each code works once if you don’t have your phone. You won’t see them again.',
        )}
      </p>
      <ul className={classes.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions} data-no-print>
        <Button look="secondary" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
          {copied ? t('Copied') : t('Copy codes')}
        </Button>
        <HiddenText role="status">{copied ? t('Copied') : ''}</HiddenText>
        <Button look="secondary" icon={<PrintIcon />} onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <Button onClick={onDone}>{t('I’ve saved my codes')}</Button>
      </div>
    </div>
  )
}
