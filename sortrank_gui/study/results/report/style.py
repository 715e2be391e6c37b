"""The report's style sheet: a calm page on screens, and pages that break well on paper."""

CSS = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #F5F6F8; color: #1D2433; line-height: 1.55;
  font: 15px/1.55 system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif; }
main { max-width: 952px; margin: 32px auto; padding: 48px 56px; background: #FFFFFF;
  border: 1px solid #DFE3E8; border-radius: 12px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 20px; line-height: 1.3; margin: 48px 0 12px; padding-top: 16px;
  border-top: 1px solid #DFE3E8; }
h3 { font-size: 16px; margin: 28px 0 8px; }
p { margin: 0 0 12px; max-width: 70ch; overflow-wrap: anywhere; }
a { color: #0072B2; }
.soft { color: #596273; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(108px, 1fr)); gap: 12px;
  margin: 24px 0; padding: 0; }
.facts div { border: 1px solid #DFE3E8; border-radius: 8px; padding: 10px 12px;
  display: flex; flex-direction: column; justify-content: space-between; }
.facts dt { color: #596273; font-size: 13px; line-height: 1.35; }
.facts dd { margin: 0; font-size: 22px; font-weight: 600; font-variant-numeric: tabular-nums; }
blockquote { margin: 0 0 16px; padding: 12px 20px; border-left: 3px solid #0072B2;
  background: #F5F8FB; }
blockquote p:last-child { margin: 0; }
figure { margin: 20px 0 28px; }
figure div { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 560px; height: auto; }
figcaption { color: #596273; font-size: 13px; line-height: 1.45; margin-top: 8px; }
.table figcaption { margin: 0 0 8px; }
table { border-collapse: collapse; width: 100%; min-width: 560px; font-size: 13.5px;
  font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; border-bottom: 2px solid #1D2433; vertical-align: bottom;
  padding: 4px 7px; line-height: 1.3; }
td { border-bottom: 1px solid #E4E7EC; padding: 4px 7px; vertical-align: top; }
td.number, th.number { text-align: right; }
td img { width: 32px; height: 32px; object-fit: contain; vertical-align: middle;
  margin-right: 8px; }
td.number, td.date { white-space: nowrap; }
.origin th { border-bottom: 1px solid #E4E7EC; vertical-align: top; padding-right: 24px;
  width: 190px; }
.origin td { overflow-wrap: anywhere; }
td.name { overflow-wrap: anywhere; min-width: 84px; }
td.group { font-size: 12.5px; color: #596273; overflow-wrap: anywhere; }
.mark { color: #596273; font-size: 12px; white-space: nowrap; }
.flag { color: #A84300; font-weight: 600; white-space: nowrap; }
ul { padding-left: 20px; }
li { margin-bottom: 6px; max-width: 70ch; overflow-wrap: anywhere; }
.warning { border-left: 3px solid #E69F00; background: #FFF9EC; padding: 10px 16px;
  max-width: none; }
@media (max-width: 700px) {
  main { margin: 0; padding: 24px 16px; border: 0; border-radius: 0; }
  h1 { font-size: 24px; }
}
@media print {
  @page { size: A4; margin: 18mm 16mm; }
  body { background: #FFFFFF; font-size: 10.5pt; }
  main { max-width: none; margin: 0; padding: 0; border: 0; }
  .facts { grid-template-columns: repeat(auto-fit, minmax(84px, 1fr)); gap: 8px; }
  h2 { break-after: avoid; margin-top: 28px; }
  h3, .table figcaption { break-after: avoid; }
  figure, blockquote, .facts, .warning, li, tr { break-inside: avoid; }
  .table { break-inside: auto; }
  figure div { overflow: visible; }
  svg { min-width: 0; max-height: 235mm; }
  thead { display: table-header-group; }
  table { font-size: 9pt; min-width: 0; }
  td, th { padding: 2.5pt 5pt; }
  a { color: inherit; text-decoration: none; }
}
"""
