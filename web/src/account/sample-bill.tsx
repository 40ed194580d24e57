import { accountShape } from '@portal/contract/account-shape'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { isZipAsked } from '@portal/contract/proof'
import type { UtilityProfile } from '@portal/contract/utility'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { TextButton } from '#ui/button/button.tsx'
import { BillIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import classes from './sample-bill.module.css'

/** The link 'Where can I find my account number?' and the sample bill that it opens (C§2.3, C§2.6). */
export function WhereIsMyNumber({ isOpenAtFirst = false }: { readonly isOpenAtFirst?: boolean }) {
  const { profile } = usePortalStart()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <>
      <TextButton icon={<BillIcon />} onClick={() => setOpen(true)}>
        {t(payNowTexts.whereIsMyNumber)}
      </TextButton>
      <Dialog open={isOpen} title={t(payNowTexts.whereIsMyNumber)} onClose={() => setOpen(false)}>
        <div className={classes.sample}>
          <p>
            {whereNumberIs(profile)} {isZipAsked() ? t('The zip code is in your mailing address.') : null}
          </p>
          {profile.sampleBill ? <SampleBillImage sample={profile.sampleBill} /> : null}
        </div>
      </Dialog>
    </>
  )
}

type SampleBill = NonNullable<UtilityProfile['sampleBill']>

/** A sentence. */
export function whereNumberIs({ accountNumber }: UtilityProfile): string {
  return accountNumber?.where ?? t('It’s on your bill, such as {example}.', { example: accountShape().example })
}

const ink = '#12202f'
const gray = '#8394a7'
const pale = '#e4ebf2'
const mark = '#b3261e'

/**
 * A drawing of the upper half of a bill with the account number and the zip code ringed. It depicts paper, so it is
 * white in dark mode too.
 */
export function SampleBillImage({ sample }: { readonly sample: SampleBill }) {
  const { example } = accountShape()
  return (
    <svg
      className={classes.image}
      viewBox="0 0 512 372"
      role="img"
      aria-label={
        isZipAsked()
          ? t(
              'A sample bill. The account number, {example}, is circled at the top right. The zip code, {zip}, is circled at the end of the mailing address.',
              { zip: sample.zip, example },
            )
          : t('A sample bill. The account number, {example}, is circled at the top right.', { example })
      }
    >
      <rect x="1" y="1" width="510" height="370" rx="10" fill="#fff" stroke="#c3ced9" strokeWidth="2" />
      <Letterhead />
      <rect x="296" y="72" width="192" height="92" rx="6" fill="#f4f7fa" />
      <Row y={96} label={t('Account no.')} value={example} strong />
      <Row y={122} label={t('Bill date')} value="01/15/2026" />
      <Row y={148} label={t('Due date')} value="02/05/2026" />
      <rect x="290" y="78" width="204" height="28" rx="14" fill="none" stroke={mark} strokeWidth="3" />
      <Address {...sample} />
      <Charges />
    </svg>
  )
}

function Letterhead() {
  return (
    <>
      <path d="M38 22c7 8 11 14 11 19a11 11 0 0 1-22 0c0-5 4-11 11-19z" fill="#0b5cab" />
      <rect x="62" y="28" width="120" height="8" rx="4" fill={ink} />
      <rect x="62" y="42" width="84" height="6" rx="3" fill={gray} />
      <text x="488" y="44" textAnchor="end" fontSize="18" fontWeight="700" fill={ink}>
        {t('WATER BILL')}
      </text>
    </>
  )
}

interface RowProps {
  readonly y: number
  readonly label: string
  readonly value: string
  readonly strong?: boolean
}

function Row({ y, label, value, strong = false }: RowProps) {
  return (
    <>
      <text x="304" y={y} fontSize="12" fill="#4b5b6e">
        {label}
      </text>
      <text x="480" y={y} textAnchor="end" fontSize="13" fontWeight={strong ? 700 : 400} fill={ink}>
        {value}
      </text>
    </>
  )
}

/** The zip code follows the city, whose letters have a width of their own so that the ring fits. */
function Address({ name, street, city, zip }: SampleBill) {
  const cityWidth = city.length * 7.6
  const zipLeft = 38 + cityWidth
  return (
    <>
      <g fontSize="13" fill={ink}>
        <text x="24" y="98">
          {name}
        </text>
        <text x="24" y="118">
          {street}
        </text>
        <text x="24" y="138" textLength={cityWidth}>
          {city}
        </text>
        <text x={zipLeft} y="138" textLength="42">
          {zip}
        </text>
      </g>
      {isZipAsked() ? (
        <rect x={zipLeft - 8} y="122" width="58" height="24" rx="12" fill="none" stroke={mark} strokeWidth="3" />
      ) : null}
    </>
  )
}

function Charges() {
  const widths = [150, 118, 164, 96]
  return (
    <>
      <rect x="24" y="188" width="464" height="30" rx="6" fill="#eaf3fc" />
      <text x="36" y="208" fontSize="13" fontWeight="700" fill="#0b5cab">
        {t('Current charges')}
      </text>
      {widths.map((width, index) => (
        <g key={width}>
          <rect x="36" y={238 + index * 24} width={width} height="7" rx="3.5" fill={pale} />
          <rect x="424" y={238 + index * 24} width="52" height="7" rx="3.5" fill={pale} />
        </g>
      ))}
      <path d="M24 332h464" stroke={pale} strokeWidth="2" />
      <text x="36" y="355" fontSize="13" fontWeight="700" fill={ink}>
        {t('Total amount due')}
      </text>
      <text x="476" y="355" textAnchor="end" fontSize="14" fontWeight="700" fill={ink}>
        $80.53
      </text>
    </>
  )
}
