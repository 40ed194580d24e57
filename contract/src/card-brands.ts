/** A§5. */
export const specifiedBrands = ['Visa', 'Mastercard', 'Discover'] as const
/** American Express only where a gateway's own frame takes the number: the specification's form has 16 digits. */
export const cardBrands = ['Visa', 'Mastercard', 'Discover', 'American Express'] as const
