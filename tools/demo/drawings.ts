/**
 * Pictures of the demo's announcements, drawn for it. They are 16:9 and contain no words, because words belong into the
 * text.
 */

const waves = (y: number, fill: string, opacity = 1): string =>
  `<path d="M0 ${y}c160-44 300-44 460-6s330 50 500 8 220-36 320-12v${720 - y + 50}H0z" fill="${fill}" opacity="${opacity}"/>`

const drop = (x: number, y: number, size: number, fill: string): string =>
  `<path transform="translate(${x} ${y}) scale(${size})" d="M0-22c9 11 15 18.5 15 26a15 15 0 0 1-30 0c0-7.5 6-15 15-26z" fill="${fill}"/>`

const svg = (from: string, to: string, drawing: string): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">
  <linearGradient id="sky" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
  <rect width="1280" height="720" fill="url(#sky)"/>
  ${drawing}
</svg>`

/** A hydrant that is being opened: mains are flushed. */
export const hydrant = svg(
  '#d9efff',
  '#8cc8f5',
  `<circle cx="1040" cy="150" r="70" fill="#ffe08a"/>
  <path d="M0 470c120-90 230-120 330-60s180 10 260-50 250-70 350 20 240 60 340 0v340H0z" fill="#5f9f6e"/>
  <path d="M0 560h1280v160H0z" fill="#5b6b7c"/><path d="M0 552h1280v20H0z" fill="#8fa0b1"/>
  <g fill="none" stroke="#eaf6ff" stroke-width="16" stroke-linecap="round">
    <path d="M746 388c120-30 220 40 262 168"/><path d="M746 404c96-16 170 50 196 152"/><path d="M746 420c70-4 118 54 134 136"/>
  </g>
  ${drop(1050, 470, 1.2, '#eaf6ff')}${drop(1000, 380, 0.9, '#eaf6ff')}${drop(900, 350, 0.8, '#eaf6ff')}
  <ellipse cx="940" cy="592" rx="190" ry="22" fill="#9fd3f7"/>
  <rect x="560" y="560" width="180" height="34" rx="8" fill="#8f1f18"/>
  <rect x="584" y="330" width="132" height="236" rx="14" fill="#d0372d"/>
  <path d="M572 330a78 78 0 0 1 156 0z" fill="#b3261e"/><rect x="632" y="226" width="36" height="34" rx="6" fill="#8f1f18"/>
  <rect x="702" y="376" width="52" height="56" rx="10" fill="#b3261e"/><rect x="546" y="376" width="52" height="56" rx="10" fill="#b3261e"/>
  <circle cx="650" cy="404" r="34" fill="#b3261e"/><circle cx="650" cy="404" r="15" fill="#f4c7c3"/>
  <rect x="570" y="322" width="160" height="18" rx="9" fill="#8f1f18"/>`,
)

/** A dripping tap under a magnifying glass: look for leaks. */
export const leak = svg(
  '#f1f8ff',
  '#cfe6fb',
  `<g stroke="#bcd9f2" stroke-width="4">
    ${[160, 320, 480, 640, 800, 960, 1120].map((x) => `<path d="M${x} 0v720"/>`).join('')}
    ${[120, 240, 360, 480, 600].map((y) => `<path d="M0 ${y}h1280"/>`).join('')}
  </g>
  <rect y="604" width="1280" height="116" fill="#0b5cab"/><rect y="596" width="1280" height="18" fill="#084a8b"/>
  <path d="M330 0h120v150c0 40 20 60 60 60h130c90 0 150 60 150 150v20H650v-10c0-30-16-46-46-46H470c-90 0-140-50-140-140z" fill="#8fa0b1"/>
  <path d="M360 0h30v160c0 70 30 104 100 104h140v10H490c-90 0-130-40-130-124z" fill="#c9d4df"/>
  <rect x="636" y="372" width="168" height="40" rx="10" fill="#76869a"/>
  <rect x="560" y="150" width="46" height="70" fill="#76869a"/><rect x="476" y="122" width="214" height="40" rx="20" fill="#b3261e"/>
  ${drop(720, 470, 2, '#2f7fd1')}${drop(720, 560, 1.2, '#2f7fd1')}
  <ellipse cx="720" cy="610" rx="120" ry="12" fill="#7cc0ff"/>
  <circle cx="890" cy="420" r="150" fill="#ffffff" opacity="0.35"/>
  <path d="M1000 530 1110 640" stroke="#12202f" stroke-width="40" stroke-linecap="round"/>
  <circle cx="890" cy="420" r="150" fill="none" stroke="#12202f" stroke-width="26"/>
  ${drop(890, 440, 5, '#2f7fd1')}
  <path d="M800 340a130 130 0 0 1 80-50" fill="none" stroke="#ffffff" stroke-width="14" stroke-linecap="round"/>`,
)

/** Months of water as bars on a telephone: usage online. */
export const usage = svg(
  '#0b5cab',
  '#062f5c',
  `${waves(520, '#2f7fd1', 0.35)}${waves(580, '#7cc0ff', 0.3)}${waves(640, '#eaf3fc', 0.25)}
  <circle cx="250" cy="220" r="130" fill="#ffffff" opacity="0.07"/><circle cx="1060" cy="480" r="170" fill="#ffffff" opacity="0.06"/>
  <rect x="440" y="70" width="400" height="720" rx="48" fill="#0a1f38"/><rect x="458" y="88" width="364" height="684" rx="34" fill="#f4f7fa"/>
  <rect x="580" y="104" width="120" height="14" rx="7" fill="#0a1f38"/>
  ${drop(506, 184, 1.1, '#0b5cab')}<rect x="540" y="162" width="150" height="20" rx="10" fill="#12202f"/><rect x="540" y="194" width="100" height="12" rx="6" fill="#9fb2c6"/>
  <rect x="484" y="240" width="312" height="330" rx="20" fill="#ffffff" stroke="#d9e1ea" stroke-width="3"/>
  ${[120, 150, 96, 180, 210, 160, 132]
    .map(
      (height, index) =>
        `<rect x="${510 + index * 38}" y="${540 - height}" width="24" height="${height}" rx="6" fill="#2f7fd1"/>`,
    )
    .join('')}
  <path d="M500 396h280" stroke="#b3261e" stroke-width="5" stroke-dasharray="14 10"/>
  <rect x="510" y="268" width="120" height="16" rx="8" fill="#12202f"/>
  <rect x="484" y="600" width="312" height="64" rx="16" fill="#0b5cab"/><rect x="580" y="623" width="120" height="18" rx="9" fill="#ffffff"/>
  ${drop(250, 240, 5, '#7cc0ff')}${drop(1060, 250, 3.2, '#7cc0ff')}${drop(1000, 440, 2, '#cfe5fb')}${drop(330, 420, 2.2, '#cfe5fb')}`,
)
