import { ENGLISH_CONDUCT_WORDS, ENGLISH_DATA_WORDS, ENGLISH_USURPING_WORDS, ENGLISH_WORDS } from './english-words.ts';

const USERS =
  'persona personas pessoa personne nutzers benutzers nutzer* benutzer* anwender* utilisateur* usuario* utente* utenti gebruiker* пользовател* 用户 用戶 使用者 ユーザー ユーザ 利用者 사용자* kullanici* uzytkownik* pengguna المستخدم उपयोगकर्ता';
const THIS =
  'das lo davon dies diese dieses darüber cela ceci cette esto isto isso questo этом это этого 此 这 這 この これ 이* 이것*';

/** The words of attacks in other languages, without the marks that `normalise` takes away. */
const FOREIGN_WORDS: Readonly<Record<string, string>> = {
  ignore:
    'भूल انس no_hagas_caso haz_caso_omiso ne_tiens_plus ne_tenez_plus не_обращай yok_say hice_say beachte_nicht 不要理会 不用理会 無視し ignorier* vergiss missachte* ignorez oublie oubliez ignora ignorar olvida olvide olvidate esqueca desconsidere dimentica ignorare negeer vergeet игнорир* забуд* 忽略 忽视 忽視 无视 無視 忘记 忘記 忘れ 무시* 잊* yoksay unut zignoruj zapomnij abaikan تجاهل अनदेखा',
  earlier:
    'del_sistema des_systems du_systeme données_avant donnees_avant eerdere прежние önceki de_arriba frühere 系统 システムの 시스템 vorherig* bisherig* fruheren obigen vorigen precedente* precedents precedenti anterieur* anteriores anterior previas previos precedenti voorgaande eerdere vorige предыдущ* прежн* 之前 先前 以前 前の 上述 上記 これまで 이전* 앞선* 기존* onceki wczesniejsze poprzednie sebelumnya السابقة पिछले',
  rules:
    'befehl* vorgabe* ordres ordenes ordini приказ* 规矩 आदेश* नियम* anweisung* instruktionen regeln vorgaben consignes regle* instrucc* reglas instruco* regras istruzion* regole instructies regels инструкц* указани* правил* 指令 指示 规则 規則 ルール 命令 提示 지시* 명령* 규칙* 지침* talimat* polecenia instrukcje instruksi تعليمات निर्देश*',
  not: 'ohne senza sin sans sem zonder без 無しに nicht kein keine niemals jamais nunca jamas nao niet nooit не никогда 不要 不得 请勿 勿 別 ないで 하지 말* 마세요 마십시오 asla nie jangan لا',
  hush: 'erfahren davon_nichts rien 提及 知らせない 知らせず सूचित hinzuweisen hinweis* hingewiesen avisar avisarle comentes dirglielo dirgli contes conte_isso perceba comunicar anmerken 说明 说出 让用户知道 말하 parle parlez dilo digas_nada se_lo_digas verrate erzahle erwahne sage sagen informiere* erwahne* mitteil* verrat* dites informez mentionne* informe* digas decir diga mencion* reveles revele* avise* dica* informare vertel noem сообща* говор* упомин* расскаж* 告诉 告知 提及 通知 透露 伝え 知らせ 教え 言及 알리* 말하* 언급* 알려* soyleme powiedz mow',
  user: USERS,
  userOne: USERS,
  this: THIS,
  act: THIS,
  read: 'reune recopila recoge junta sammle sammelt rassemble raccogli recolhe reuna 收集 集め lis lire lee leggi lies öffne offne ouvre abre apri lies lese lesen auslesen liest lisez leer leia ler leggi leggere lees прочита* прочти прочесть считай* читай* 读取 讀取 阅读 读 読み 読ん 読む 取得 读出 获取 읽* oku przeczytaj odczytaj baca اقرأ पढ़*',
  send: 'leite gib mitzugeben mitgeben angeben transferez joins joignez transfere inserire invii inserite 附上 附带 прикладыва* приложи* मिलाकर geschickt gesendet gesandt ubermittelt weitergeleitet weitergegeben ubertragen kopiert kopiere eingefugt envoyee envoyees transmis transmise reenviar reenviarse reenvia reenvie copia copiar coloque coloca inserisci puts перешли* скопируй* отправлен* 添加 写入 转发 轉發 送る 送り 渡す コピー ضع وضع انسخ أضف डालें लिखें recupere ajoute ajoutez ubergib ubergebe anade anadir mandal* envial* incluyel* ponl* pasal* adjuntal* inseriscil* invial* trage fulle lege_bei transmets transmettez pasa pase pasale passe ubertrage hange_an fuge transmettre adjunta agrega sende senden schicke ubermittle* ubergib fuge_an envoie envoyez envoyer inclus incluez inclure incluya incluye incluir inclua enviar envie envia manda includi includere invia stuur voeg отправ* передай* переда* включи* вставь* добав* 发送 發送 传递 包含 包括 填入 附加 上传 传 送信 含め 渡し 送っ 入れ 포함* 보내* 전송* 전달* gonder ekle wyslij dolacz kirim أرسل भेज*',
  export:
    'leite transferez transfere geschickt gesendet gesandt ubermittelt weitergeleitet weitergegeben ubertragen envoyee transmis reenviar reenviarse reenvia reenvie перешли* 转发 轉發 送る 送り mandal* envial* invial* sende senden schicke ubermittle* envoie envoyez envoyer enviar envie envia manda invia stuur отправ* переда* 发送 發送 上传 送信 送っ 보내* 전송* gonder wyslij kirim أرسل',
  secretWord:
    'passwort* kennwort* zugangsdaten geheimnis* schlussel* ssh-schlussel* chiave chiavi contrasenas claves_privadas umgebungsvariable* mot_de passe identifiants contrasena* credencial* clave claves senha* chave* segredo* parola_d credenzial* wachtwoord* парол* ключ* секрет* переменны* 密码 密碼 密钥 私钥 凭据 凭证 环境变量 身份验证 パスワード 秘密鍵 環境変数 認証情報 비밀번호* 환경* 암호* 키를 자격* sifre* hasl*',
  /** To let others know what is secret. */
  leak: '泄露 泄漏 洩漏 漏らさ 漏洩 유출* preisgeb* divulg* revelar разглаша* раскрыва* sizdir*',
  slot: 'requete anfrage solicitud peticion requisicao richiesta запрос* parametre* parametro* campo champ feld поле парамет* параметр* 参数 參數 字段 パラメータ フィールド 매개변수* 필드* 파라미터* parametresi',
  contents: 'inhalt* contenu* contenido* conteudo contenuto inhoud содержим* 内容 內容 文件 内容を 中身 내용* icerig*',
  conversation:
    'gesprach unterhaltung chatprotokoll mensaje_del_usuario mensajes_del_usuario cada_mensaje messages_de_l_utilisateur echanges mensagens المحادثة बातचीत bisher_geschrieben geschrieben_hat alles_was haya_escrito ha_escrito mensajes_anteriores mensagens_anteriores messages_precedents historique la_discussion escreveu gesprachsverlauf chatverlauf historique_de conversacion conversa conversazione gesprek переписк* диалог* разговор* 对话 對話 聊天记录 聊天内容 对话内容 全部对话 历史消息 聊天 会话 会話 履歴 대화* konusma',
  covert:
    'insu sin_que_el sin_que_ella sans_qu ohne_dass sem_que_ele 保密 隐瞒 不动声色 不知不觉 sin_que_lo sem_que 内緒 ばれない heimlich unbemerkt discretement secretement silencieusement secretamente silenciosamente segretamente тайно незаметно скрытно 偷偷 秘密地 悄悄 こっそり 密かに 몰래* gizlice',
  execute: 'befehl* fuhre_aus esegui ejecuta ejecute выполни* команд* 执行 執行 実行 실행* calistir wykonaj',
  before: 'toute_reponse bevor zuerst avant antes eerst перед прежде сначала 之前 首先 先に 最初 前に 먼저* 전에',
  must: 'musst muss mussen immer debe debes siempre deve sempre toujours doit devez altijd moet должен должна всегда обязательно 必须 必須 务必 总是 必ず 반드시* 항상* zorunlu',
  agent:
    'assistent* assistant_ia asistente assistente ассистент* модел* нейросет* 助手 模型 アシスタント 모델* 어시스턴트*',
  change:
    'ersetz* remplac* reemplaz* sustituy* substitu* sostituisc* vervang* 替换 改为 改成 заменя* замени* 置き換え 差し替え 바꾸*',
  whoseRules:
    'vorherig* bisherig* precedent* anterior* previas 之前 以前 прежн* предыдущ* पिछले पहले sicherheits* sistema systeme securite seguridad seguranca sicurezza 系统 安全 систем* безопасност* システム 安全 시스템 보안',
  modelRule:
    'instructions instrucciones instrucoes istruzioni инструкц* указани* 指示 अनुदेश regeln sicherheitsregel* vorgaben anweisung* reglas regles consignes regras regole 限制 规则 指令 правил* ограничени* ルール 制限 규칙 제한',
  applies: 'gelten gilt appliquent aplican aplicam 适用 применя* 適用 적용*',
  lifted:
    'ungultig annule* revogad* cancelad* revocad* annullat* 作废 作廢 отменен* रद्द gelten_nicht aufgehoben entfallen levantad* levees supprimees anulad* 解除 取消 失效 отменен* снят* 無効 解除され 해제*',
  noConsent:
    'sin_pedir_permiso sans_demander_la sans_autorisation dio_su_consentimiento ohne_nachzufragen 无需询问 不经确认 frage_nicht_nach nicht_nachfragen keine_ruckfrage ne_demande_jamais ne_demande_pas ne_demandez no_pidas_confirmacion no_preguntes nao_pergunte nao_peca non_chiedere не_спрашивай 不要询问 不必询问 無需確認 尋ねず ohne_ruckfrage ohne_zu_fragen sans_demander sans_confirmation sin_preguntar sin_confirmar senza_chiedere sem_perguntar 无需用户确认 无需确认 不需确认 без_подтверждения 確認なし 確認を求めず 確認せず 확인_없이',
  agreed:
    'zugestimmt eingewilligt genehmigt bestatigt accepte consenti autorise aceptado autorizado consentido aceitou concordou acconsentito accettato согласил* разреши* 同意 同意済み 授权 동의 وافق',
  already: 'bereits schon deja ya_ha ya_aceptado ja_aceitou gia уже 已经 已經 既に すでに 이미 بالفعل',
  superlative: 'beste bestes besten meilleur meilleure mejor melhor migliore лучш* 最好 最佳 最強 最高 최고*',
  product: 'werkzeug outil herramienta ferramenta strumento инструмент* 工具 ツール 도구*',
  world: 'welt monde mundo mondo мире 世界 세계*',
  comply:
    'gelten folge befolge gehorche suivez suis obeis obeissez sigue obedece obedezca obedeca segui obbedisci следуй* подчиня* слушай* 听从 服从 遵守 従って 従い 従う मानें',
  only: 'nur ausschliesslich uniquement seulement solo solamente unicamente apenas somente soltanto только лишь 只 仅 だけ केवल',
  thisServer:
    'dieses_servers diesem_server dieses_werkzeugs ce_serveur cet_outil este_servidor deste_servidor esta_herramienta questo_server этого_сервера этому_серверу 本服务器 本服務器 此服务器 このサーバ इस_सर्वर',
};

export const MAX_PHRASE_WORDS = 4;
/** What a word is about that is no English one. */
export const FOREIGN = 'foreign';

interface Vocabulary {
  readonly words: Map<string, string[]>;
  readonly stems: Map<string, string[]>;
  readonly phrases: Map<string, string[]>;
  /** The first words of the phrases. */
  readonly phraseStarts: Set<string>;
}
const MIN_STEM = 2;
const MAX_STEM = 16;

/** As `normalise` leaves a word. */
const withoutMarks = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

function learn(
  { words, stems, phrases }: Vocabulary,
  vocabulary: Readonly<Record<string, string>>,
  isForeign: boolean,
): void {
  for (const [concept, list] of Object.entries(vocabulary)) {
    for (const entry of list.split(' ')) {
      const place = entry.includes('_') ? phrases : entry.endsWith('*') ? stems : words;
      const key = withoutMarks(entry.replace(/_/g, ' ').replace(/\*$/, ''));
      for (const spelling of isForeign ? [key] : [key, inBritish(key)]) {
        const isNew = !place.has(spelling);
        const known = place.get(spelling) ?? [];
        if (isForeign && isNew) known.push(FOREIGN);
        if (!known.includes(concept)) known.push(concept);
        place.set(spelling, known);
      }
    }
  }
}

const inBritish = (word: string): string => word.replace(/(?<=[a-z]{3})iz(?=e|ing|ation)/g, 'is');

let learned: Vocabulary | undefined;

/** Learned with the first text: most threads and commands that load it read none. */
function vocabulary(): Vocabulary {
  if (learned !== undefined) return learned;
  learned = { words: new Map(), stems: new Map(), phrases: new Map(), phraseStarts: new Set() };
  for (const words of [ENGLISH_WORDS, ENGLISH_DATA_WORDS, ENGLISH_CONDUCT_WORDS, ENGLISH_USURPING_WORDS]) {
    learn(learned, words, false);
  }
  learn(learned, FOREIGN_WORDS, true);
  for (const phrase of learned.phrases.keys()) learned.phraseStarts.add(phrase.slice(0, phrase.indexOf(' ')));
  return learned;
}

export const conceptsOfPhrase = (phrase: string): readonly string[] => vocabulary().phrases.get(phrase) ?? [];

export const startsPhrase = (word: string): boolean => vocabulary().phraseStarts.has(word);

/** Digits that stand for letters in a word that hides from readers of words. */
const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

const ARABIC = /^[\u0620-\u064a]/;
const ARABIC_PREFIX = /^[\u0648\u0641]?[\u0628\u0643\u0644]?(?:\u0627\u0644)?/;

/** A cache, because most words of a text recur; cleared as a whole, so that untrusted words cannot fill the memory. */
const MAX_REMEMBERED = 8_192;
const remembered = new Map<string, readonly string[]>();

/** What a word is about. */
export function conceptsOf(word: string): readonly string[] {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  // French and Italian articles are written with an apostrophe.
  const lower = word.toLowerCase().replace(/^(?:l|d|n|m|j|qu|s|c|t|dell|all)'/, '');
  const found = lookUp(lower);
  const concepts = found.length === 0 ? lookUp(otherSpelling(lower)) : found;
  if (word.length <= 2 * MAX_STEM) remembered.set(word, concepts);
  return concepts;
}

/** Without the article and prepositions that Arabic writes as a part of the word; with letters for the digits of leetspeak. */
function otherSpelling(word: string): string {
  if (ARABIC.test(word)) return word.replace(ARABIC_PREFIX, '');
  const isLeet = /[a-z][013457][a-z0-9]|^[013457][a-z]{2}/.test(word);
  return isLeet ? word.replace(/[013457]/g, (digit) => LEET[digit] ?? digit) : word;
}

function lookUp(word: string): readonly string[] {
  const { words, stems } = vocabulary();
  const found = new Set(words.get(word) ?? []);
  for (let length = Math.min(word.length, MAX_STEM); length >= MIN_STEM; length -= 1) {
    for (const concept of stems.get(word.slice(0, length)) ?? []) found.add(concept);
  }
  return [...found];
}
