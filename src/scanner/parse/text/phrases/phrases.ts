/**
 * Short phrases of pages, in the languages that generic link texts are known in too (links.ts): English, German, French, Spanish,
 * Italian, Portuguese, Dutch, Polish, Czech, Russian, Chinese, Japanese and Korean. Sources: the default texts of WordPress core
 * and WooCommerce, Shopify Dawn, Drupal, TYPO3 and Ghost in those languages (their published translation files), the bars of
 * Piano, Poool and Leaky Paywall, and the buttons of news and recipe sites that send readers to an app. As comparable text: lower-case, no signs.
 */

import { comparableText } from '../compare-text.ts';

/** A longer block is a text that happens to hold the words. */
const MAX_PHRASE_CHARS = 250;

/** Phrases as comparable text, with the facts that every block of every page is matched against. */
export interface Phrases {
  readonly whole: ReadonlySet<string>;
  /** Character codes with which they begin. */
  readonly firsts: ReadonlySet<number>;
  readonly each: readonly {
    readonly phrase: string;
    /** With the spaces around it where words are apart. */
    readonly apart: string;
    readonly isUnspaced: boolean;
    readonly words: number;
  }[];
}

const isUnspaced = (phrase: string): boolean => /[\u0e00-\uffff]/.test(phrase);

/** Phrases of any spelling, each once. */
export function unified(phrases: readonly string[]): Phrases {
  const whole = new Set(phrases.map(comparableText));
  const each = [...whole].map((phrase) => ({
    phrase,
    apart: isUnspaced(phrase) ? phrase : ` ${phrase} `,
    isUnspaced: isUnspaced(phrase),
    words: phrase.split(' ').length,
  }));
  return { whole, firsts: new Set([...whole].map((phrase) => phrase.charCodeAt(0))), each };
}

/** Say that the rest of this text is elsewhere: in an app, on another site, in a newsletter, in print, after a sign-in. */
export const TEASER = unified([
  // Apps
  ...['in our app', 'in the app', 'on our app', 'via our app', 'download the app', 'open the app', 'get the app'],
  ...['in unserer app', 'in der app', 'zur app', 'app herunterladen', 'dans notre application', 'dans l application'],
  ...['télécharger l application', 'téléchargez l application', 'en nuestra app', 'en nuestra aplicación', 'en la app'],
  ...[
    'descarga la app',
    'nella nostra app',
    'nell app',
    'scarica l app',
    'no nosso aplicativo',
    'na nossa app',
    'no app',
  ],
  ...['baixe o aplicativo', 'in onze app', 'in de app', 'download de app', 'w naszej aplikacji', 'w aplikacji'],
  ...[
    'pobierz aplikację',
    'v naší aplikaci',
    'v aplikaci',
    'stáhněte si aplikaci',
    'в нашем приложении',
    'в приложении',
  ],
  ...[
    'скачайте приложение',
    '在我们的应用',
    '在app',
    '下载app',
    '打开app',
    'アプリで読む',
    'アプリで続き',
    'アプリをダウンロード',
  ],
  ...['앱에서 보기', '앱에서 읽기', '앱에서 계속', '앱 다운로드'],
  // The rest of the text
  ...[
    'read the full story',
    'read the full article',
    'read the whole story',
    'read the rest',
    'full article on',
    'full story on',
  ],
  ...['the full text is available', 'full version is available', 'only available in', 'available to subscribers'],
  ...['available in the print edition', 'log in to see', 'sign in to see', 'log in to view', 'sign in to view'],
  ...[
    'den ganzen artikel',
    'den vollständigen artikel',
    'vollständiger artikel',
    'den ganzen text',
    'lire l article complet',
  ],
  ...['lire l intégralité', 'la suite de cet article', 'lee el artículo completo', 'leer el artículo completo'],
  ...['leggi l articolo completo', 'l articolo completo', 'leia a matéria completa', 'leia o artigo completo'],
  ...['lees het hele artikel', 'het volledige artikel', 'przeczytaj cały artykuł', 'cały artykuł', 'celý článek'],
  ...[
    'читать полностью',
    'читайте полностью',
    'полный текст',
    '阅读全文',
    '查看全文',
    '閱讀全文',
    '記事全文',
    '全文を読む',
  ],
  ...['기사 전문', '전체 기사 보기'],
]);

/** A question for consent that goes on as a paywall does: "Accept to continue reading". */
export const CONSENT_TO_READ = unified([
  ...[
    'accept to continue',
    'accept to read',
    'accept cookies to',
    'accept all to',
    'agree to continue',
    'agree to read',
  ],
  ...['consent to continue', 'consent to read', 'allow cookies to', 'accepting cookies'],
]);

/** Say that the rest is for those who pay or sign in. */
export const PAYWALL = unified([
  ...['subscribe to read', 'subscribe to continue', 'subscribe to keep reading', 'subscribe now to read'],
  ...['to continue reading', 'to read the full', 'to read the rest', 'to keep reading', 'sign in to read'],
  ...['account to read', 'account to continue', 'account to see', 'account to view', 'sign up to read'],
  ...['sign up to continue', 'register to continue', 'sign in to continue', 'log in to continue', 'join to read'],
  ...[
    'registrieren und weiterlesen',
    'kostenlos registrieren um',
    'créez un compte pour lire',
    'inscrivez vous pour lire',
  ],
  ...['connectez vous pour lire', 'regístrate para leer', 'inicia sesión para leer', 'registrati per leggere'],
  ...[
    'accedi per leggere',
    'cadastre se para ler',
    'faça login para ler',
    'log in om te lezen',
    'zaloguj się aby czytać',
  ],
  ...[
    'zarejestruj się aby',
    'přihlaste se a čtěte',
    'войдите чтобы читать',
    '注册后阅读',
    '無料登録して',
    '로그인하고 읽기',
  ],
  ...['log in to read', 'register to read', 'for subscribers only', 'for members only', 'member only', 'members only'],
  ...[
    'already a subscriber',
    'this article is for subscribers',
    'unlock this article',
    'this post is for paying subscribers',
  ],
  ...['weiterlesen mit', 'jetzt abonnieren', 'nur für abonnenten', 'um weiterzulesen', 'anmelden und weiterlesen'],
  ...['réservé aux abonnés', 'abonnez vous pour', 'il vous reste', 'pour lire la suite'],
  ...['suscríbete para', 'solo para suscriptores', 'exclusivo para suscriptores', 'para seguir leyendo'],
  ...['abbonati per', 'riservato agli abbonati', 'per continuare a leggere'],
  ...['assine para', 'exclusivo para assinantes', 'para continuar lendo', 'conteúdo exclusivo'],
  ...[
    'alleen voor abonnees',
    'om verder te lezen',
    'tylko dla subskrybentów',
    'aby czytać dalej',
    'dostęp dla prenumeratorów',
  ],
  ...[
    'jen pro předplatitele',
    'pouze pro předplatitele',
    'только для подписчиков',
    'оформите подписку',
    'чтобы читать дальше',
  ],
  ...[
    '订阅后阅读',
    '仅限会员',
    '登录后阅读',
    '会员专享',
    '有料会員',
    '会員限定',
    'ログインして続きを',
    '구독자 전용',
    '구독하고 계속',
  ],
]);

/** Say, in a title or a heading, that the page is gone. */
export const GONE = unified([
  ...['no longer available', 'no longer exists', 'no longer here', 'page not found', 'not found', 'does not exist'],
  ...[
    'could not be found',
    'cannot be found',
    'has been removed',
    'was removed',
    'has been deleted',
    'has been discontinued',
  ],
  ...[
    'error 404',
    '404 error',
    'page unavailable',
    'no longer sold',
    'has expired',
    'listing expired',
    'this page is gone',
  ],
  ...[
    'nicht mehr verfügbar',
    'nicht gefunden',
    'existiert nicht',
    'wurde entfernt',
    'wurde gelöscht',
    'nicht mehr erhältlich',
  ],
  ...['page introuvable', 'introuvable', 'n existe plus', 'n est plus disponible', 'a été supprimé', 'a été supprimée'],
  ...[
    'página no encontrada',
    'no encontrado',
    'ya no está disponible',
    'ya no existe',
    'no existe',
    'ha sido eliminado',
  ],
  ...['pagina non trovata', 'non trovato', 'non è più disponibile', 'non esiste', 'è stato rimosso', 'è stata rimossa'],
  ...['página não encontrada', 'não encontrado', 'não está mais disponível', 'já não está disponível', 'foi removido'],
  ...['pagina niet gevonden', 'niet gevonden', 'niet meer beschikbaar', 'bestaat niet', 'is verwijderd'],
  ...[
    'nie znaleziono',
    'strona nie istnieje',
    'nie istnieje',
    'już niedostępny',
    'już niedostępna',
    'została usunięta',
  ],
  ...['stránka nenalezena', 'nebyla nalezena', 'neexistuje', 'již není k dispozici', 'byla odstraněna'],
  ...[
    'страница не найдена',
    'не найдено',
    'не найдена',
    'не существует',
    'больше недоступен',
    'больше недоступна',
    'была удалена',
  ],
  ...[
    '页面不存在',
    '找不到页面',
    '未找到',
    '已删除',
    '已下架',
    '找不到頁面',
    'ページが見つかりません',
    '見つかりません',
  ],
  ...['掲載終了', '削除されました', '페이지를 찾을 수 없습니다', '찾을 수 없', '더 이상 제공되지', '삭제되었습니다'],
]);

/** What controls that bring further items of a list say. */
export const MORE_ITEMS = unified([
  ...[
    'load more',
    'show more',
    'view more',
    'see more',
    'more results',
    'show all',
    'view all',
    'load all',
    'more articles',
  ],
  ...[
    'more posts',
    'more products',
    'older posts',
    'next page',
    'mehr laden',
    'mehr anzeigen',
    'weitere laden',
    'weitere anzeigen',
  ],
  ...[
    'alle anzeigen',
    'mehr ergebnisse',
    'afficher plus',
    'voir plus',
    'charger plus',
    'plus de résultats',
    'tout afficher',
  ],
  ...[
    'cargar más',
    'mostrar más',
    'ver más',
    'más resultados',
    'ver todo',
    'carica altri',
    'mostra altri',
    'mostra di più',
  ],
  ...[
    'vedi altri',
    'mostra tutto',
    'carregar mais',
    'mostrar mais',
    'ver mais',
    'ver tudo',
    'meer laden',
    'meer tonen',
  ],
  ...['toon meer', 'laad meer', 'alles tonen', 'załaduj więcej', 'pokaż więcej', 'wyświetl więcej', 'pokaż wszystkie'],
  ...[
    'načíst další',
    'zobrazit další',
    'zobrazit více',
    'zobrazit vše',
    'показать ещё',
    'показать еще',
    'загрузить ещё',
  ],
  ...[
    'загрузить еще',
    'показать все',
    '加载更多',
    '查看更多',
    '显示更多',
    '載入更多',
    '顯示更多',
    'もっと見る',
    'さらに表示',
  ],
  ...['さらに読み込む', 'すべて表示', '더 보기', '더보기', '더 불러오기', '모두 보기'],
]);

/** What controls that open the rest of a text say. */
export const MORE_TEXT = unified([
  ...[
    'read more',
    'continue reading',
    'read on',
    'show full text',
    'read full description',
    'expand',
    'weiterlesen',
    'mehr lesen',
  ],
  ...[
    'lire la suite',
    'lire plus',
    'en savoir plus',
    'leer más',
    'seguir leyendo',
    'leggi tutto',
    'leggi di più',
    'continua a leggere',
  ],
  ...[
    'leia mais',
    'ler mais',
    'continuar lendo',
    'lees meer',
    'lees verder',
    'czytaj dalej',
    'czytaj więcej',
    'číst dále',
    'číst více',
  ],
  ...['читать далее', 'читать дальше', '阅读更多', '展开', '继续阅读', '続きを読む', '더 읽기', '계속 읽기'],
]);

/** The text where a script will write. */
export const LOADING = unified([
  ...[
    'loading',
    'please wait',
    'one moment',
    'one moment please',
    'loading data',
    'loading content',
    'wird geladen',
    'lädt',
  ],
  ...[
    'laden',
    'bitte warten',
    'lade',
    'lade daten',
    'chargement',
    'chargement en cours',
    'veuillez patienter',
    'cargando',
  ],
  ...['espere por favor', 'caricamento', 'caricamento in corso', 'attendere', 'carregando', 'a carregar', 'aguarde'],
  ...[
    'bezig met laden',
    'even geduld',
    'ładowanie',
    'wczytywanie',
    'proszę czekać',
    'načítání',
    'načítá se',
    'čekejte prosím',
  ],
  ...[
    'загрузка',
    'загружается',
    'подождите',
    '加载中',
    '正在加载',
    '載入中',
    '读取中',
    '読み込み中',
    'ロード中',
    '로딩 중',
    '불러오는 중',
  ],
]);

/** Whether a short text holds one of the phrases, as whole words where words are apart. */
export function saysOneOf({ each }: Phrases, text: string): boolean {
  if (text.length > MAX_PHRASE_CHARS) return false;
  const words = ` ${comparableText(text)} `;
  return each.some(({ apart }) => words.includes(apart));
}

/** Whether the first letter or digit of a text, if it is ASCII, begins none of the phrases: this excludes most texts. */
function beginsOtherwise(firsts: ReadonlySet<number>, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Beyond ASCII, and where a mark may join the letter before it, the whole text has to be compared.
    if (code >= 0x80 || text.charCodeAt(at + 1) >= 0x80) return false;
    const letter = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    if ((letter >= 0x61 && letter <= 0x7a) || (letter >= 0x30 && letter <= 0x39)) return !firsts.has(letter);
  }
  return true;
}

/** Whether a text is one of the phrases, with at most `extra` further words. */
export function isOneOf({ whole, firsts, each }: Phrases, text: string, extra = 0): boolean {
  if (text.length > 60 || (extra === 0 && beginsOtherwise(firsts, text))) return false;
  const words = comparableText(text);
  if (words === '') return false;
  if (extra === 0 || whole.has(words)) return whole.has(words);
  const padded = ` ${words} `;
  const count = words.split(' ').length;
  return each.some(
    (known) =>
      count <= known.words + extra &&
      (known.isUnspaced
        ? words.includes(known.phrase) && words.length <= known.phrase.length + 4 * extra
        : padded.includes(known.apart)),
  );
}
