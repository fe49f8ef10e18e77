import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The one accent. Everything else that is coloured is a state. */
const indigo: MantineColorsTuple = [
  '#eef1ff',
  '#dce2fb',
  '#b7c3f4',
  '#8fa1ee',
  '#7a8ff0',
  '#5a72e3',
  '#3b5bdb',
  '#3450c4',
  '#2c44a8',
  '#22378b',
]

export const theme = createTheme({
  primaryColor: 'indigo',
  colors: { indigo },
  // The same in the dark: white on shade 4 or 5 is below a contrast of 4.5.
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.2,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '14px', lg: '20px', xl: '28px' },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    Modal: { defaultProps: { centered: true, radius: 'md', closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { styles: { description: { color: 'var(--mantine-color-text)' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Textarea: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
  },
})

/** Surfaces of the product, over Mantine's own variables so that its components agree with ours. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#10172a',
    '--mantine-color-dimmed': '#586074',
    '--mantine-color-placeholder': '#69718a',
    '--mantine-color-default-border': '#dfe3ea',
    '--mantine-color-error': '#b3241f',
    '--ledger-ground': '#f6f7f9',
    '--ledger-surface': '#ffffff',
    '--ledger-sunken': '#f1f3f7',
    '--ledger-line': '#e1e5eb',
    '--ledger-hover': '#f4f6fa',
  },
  dark: {
    '--mantine-color-body': '#171a21',
    '--mantine-color-text': '#eceef3',
    '--mantine-color-dimmed': '#9aa3b5',
    '--mantine-color-placeholder': '#8891a5',
    '--mantine-color-default-border': '#2e333e',
    '--mantine-color-default': '#1d2129',
    '--mantine-color-default-hover': '#252a34',
    '--mantine-color-error': '#ff8f88',
    '--ledger-ground': '#101115',
    '--ledger-surface': '#171a21',
    '--ledger-sunken': '#1f232b',
    '--ledger-line': '#292e38',
    '--ledger-hover': '#1d2129',
  },
})
