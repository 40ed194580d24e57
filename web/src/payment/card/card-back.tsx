import { t } from '#ui/text/t.ts'

/** Where the security code stands. */
export function CardBack() {
  return (
    <svg
      viewBox="0 0 320 200"
      role="img"
      aria-label={t('The back of a card. The last 3 digits on the signature panel are circled.')}
    >
      <rect width="320" height="200" rx="16" fill="#dbe6f1" />
      <rect y="28" width="320" height="40" fill="#12202f" />
      <rect x="20" y="92" width="196" height="36" rx="4" fill="#fff" />
      <path d="M32 114c16-14 24 10 40-2s22 8 40-2 26 8 44-2" fill="none" stroke="#8394a7" strokeWidth="2" />
      <rect x="224" y="92" width="68" height="36" rx="4" fill="#fff" />
      <text x="258" y="116" textAnchor="middle" fontSize="18" fontWeight="700" fontStyle="italic" fill="#12202f">
        123
      </text>
      <rect x="218" y="86" width="80" height="48" rx="24" fill="none" stroke="#b3261e" strokeWidth="4" />
      <rect x="20" y="152" width="120" height="8" rx="4" fill="#b7c6d6" />
      <rect x="20" y="168" width="84" height="8" rx="4" fill="#b7c6d6" />
    </svg>
  )
}
