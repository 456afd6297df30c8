/**
 * Words by which home pages link to what says who is behind a site, and what can be had from it, in the languages most
 * sites are written in. Compared with whole words of link texts and with path segments, lower-case.
 */
const list = (words: string): ReadonlySet<string> => new Set(words.split('|').map((word) => word.trim()));

export const WHO = list(`
  about | about us | about-us | aboutus | company | our company | our story | our-story | team | our team | who we are |
  who-we-are | people | contact | contacts | contact us | contact-us | contactus | get in touch | imprint | impressum |
  legal notice | legal-notice | colophon | author | authors | credits | foundation | bugs | reporting bugs |
  über | über uns | über-uns | ueber-uns | uber-uns | wir über uns | kontakt | unternehmen | à propos | a-propos | apropos |
  qui sommes-nous | qui-sommes-nous | nous contacter | mentions légales | mentions-legales | acerca de | acerca-de |
  sobre nosotros | sobre-nosotros | quiénes somos | quienes-somos | contacto | contato | sobre | sobre nós | sobre-nos |
  quem somos | quem-somos | chi siamo | chi-siamo | contatti | over ons | over-ons | om oss | om-oss | om os | om-os |
  o nas | o-nas | о нас | контакты | 关于 | 关于我们 | 联系我们 | 联系 | 會社概要 | 会社概要 | 会社案内 | お問い合わせ | 運営会社 |
  회사소개 | 문의 | 문의하기`);

export const WHAT = list(`
  pricing | prices | price list | plans | plans & pricing | plans and pricing | buy | shop | store | products | services |
  solutions | features | docs | documentation | doc | guide | guides | user guide | handbook | manual | manuals | reference |
  tutorial | tutorials | getting started | getting-started | get-started | quickstart | quick-start | quick start | install |
  installation | learn | help | help center | help-center | support | faq | faqs | wiki | api | api reference | developers |
  developer | menu | book | booking | courses | preise | tarife | produkte | dokumentation | hilfe | leistungen | angebot |
  tarifs | prix | produits | aide | guía | guías | precios | tarifas | productos | servicios | ayuda | documentación |
  documentación | preços | precos | produtos | serviços | servicos | ajuda | documentação | prezzi | prodotti | servizi |
  aiuto | documentazione | prijzen | producten | diensten | priser | produkter | tjänster | cennik | produkty | usługi |
  pomoc | цены | тарифы | документация | продукты | услуги | помощь | 价格 | 产品 | 服务 | 文档 | 帮助 | 料金 | 製品 | サービス |
  ドキュメント | ヘルプ | 가격 | 제품 | 서비스 | 문서 | 도움말`);
