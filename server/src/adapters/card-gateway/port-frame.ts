/** Of a gateway into whose own frame the payer types the card, which never comes to us. */
export interface PageFrame {
  /** What its browser half needs (web/src/payment/card/frame); everybody may read it. */
  start: Readonly<Record<string, string>>
  /** Origins that pages with the frame may use. */
  hosts: Record<'scripts' | 'frames' | 'calls', readonly string[]>
}
