// The style sheets every page needs, in cascade order: Mantine's base, the theme, then our own.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import 'virtual:mantine-variables.css'
import './base.css'
