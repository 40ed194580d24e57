import type { CardBrand } from '@portal/contract/card'
import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { t } from '#ui/text/t.ts'
import classes from './card-marks.module.css'

/** Plain drawings of the brands; the name is the accessible text. */
const drawings = {
  Visa: (
    <text x="24" y="21" textAnchor="middle" fontSize="14" fontWeight="800" fontStyle="italic" fill="#1a1f71">
      {t('VISA')}
    </text>
  ),
  Mastercard: (
    <>
      <circle cx="19.5" cy="16" r="8" fill="#eb001b" />
      <circle cx="28.5" cy="16" r="8" fill="#f79e1b" />
      <path d="M24 9.4a8 8 0 0 1 0 13.2 8 8 0 0 1 0-13.2z" fill="#ff5f00" />
    </>
  ),
  Discover: (
    <>
      <path d="M47 18v10a3 3 0 0 1-3 3H20c12-2.5 21-7 27-13z" fill="#f58220" />
      <text x="24" y="17" textAnchor="middle" fontSize="8" fontWeight="800" fill="#1c1c1c">
        {t('DISCOVER')}
      </text>
    </>
  ),
  'American Express': (
    <>
      <rect x="4" y="4" width="40" height="24" rx="2" fill="#016fd0" />
      <text x="24" y="20" textAnchor="middle" fontSize="11" fontWeight="800" fill="#fff">
        {t('AMEX')}
      </text>
    </>
  ),
} satisfies Record<CardBrand, ReactNode>

interface CardMarksProps {
  /** The brand recognized from the card number; the others fade. */
  readonly only?: CardBrand | null
}

/** The logos of the accepted cards. */
export function CardMarks({ only = null }: CardMarksProps) {
  const { profile } = usePortalStart()
  return (
    <ul className={classes.marks} aria-label={t('Accepted cards')}>
      {profile.cardBrands.map((brand) => (
        <li key={brand} data-faded={(only !== null && only !== brand) || undefined}>
          <svg width="48" height="32" viewBox="0 0 48 32" role="img" aria-label={brand}>
            <rect x="0.5" y="0.5" width="47" height="31" rx="4.5" fill="#fff" stroke="#c3ced9" />
            {drawings[brand]}
          </svg>
        </li>
      ))}
    </ul>
  )
}
