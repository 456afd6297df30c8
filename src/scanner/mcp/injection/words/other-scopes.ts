import type { Concept } from '../concepts.ts';

/** Scopes and parties in the languages of `other-languages.ts`, a line a language or so: German, French, Spanish, Portuguese, Italian, Dutch, Russian, Polish, Turkish, Chinese, Japanese, Korean. */
export const OTHER_SCOPES: Readonly<Partial<Record<Concept, string>>> = {
  ifAsked: `auf_nachfrage gefragt_nach wenn_gefragt wird_gefragt falls_der_nutzer wenn_jemand_fragt fragt_der_nutzer fragt_jemand
    si_on_te_demande si_on_vous_demande si_l_on_demande interroge_sur si_l_utilisateur_demande
    si_pregunta* si_le_preguntan si_te_preguntan ante_una_pregunta si_el_usuario_pregunta si_alguien_pregunta
    se_perguntar* se_perguntado se_o_usuario_perguntar se_alguem_perguntar
    se_chiede se_te_lo se_l_utente_chiede se_qualcuno_chiede qualora_il_lettore anche_qualora
    vraagt_de als_de_gebruiker_vraagt als_iemand_vraagt desgevraagd
    если_спросят если_пользователь_спрос* если_спрос* на_вопрос*_о при_вопросе
    gdy_zapyta* jesli_zapyta* na_pytanie zapytany_o
    sorulursa sorarsa sorulduginda
    如果用户问 如果有人问 被问到 被问及 若被问 用户询问时 问起
    尋ねられた 聞かれた 問われた 質問された 물어보면 묻는다면 질문하면 물으면`,
  asData: `als_daten als_inhalt comme_des_donnees comme_du_contenu como_datos como_contenido como_dados como_conteudo come_dati come_contenuto als_gegevens
    как_данные как_содержимое jako_dane veri_olarak 视为数据 当作数据 视作数据 作为数据 内容として扱 データとして扱 데이터로_취급*`,
  ownVoice: `personliche_meinung eigene_erfahrung eigener_erfahrung avis_personnel propre_experience opinion_personal experiencia_propia propia_experiencia opiniao_pessoal opinione_personale esperienza_personale
    persoonlijke_mening eigen_ervaring от_своего_имени личн*_мнен* wlasna_opini* wlasne_doswiadcz* kendi_gorus* kendi_deneyim* 自己的看法 自己的经验 个人观点 個人的な意見 自分の意見 개인적인_의견`,
  copyOut: 'blindkopie copie_cachee copia_oculta copia_nascosta скрытую_копию 密送 숨은_참조*',
  settledAnswer: `volstaat_het_te_zeggen genugt_die_antwort genugt_es_zu_sagen il_suffit_de_repondre il_suffit_de_dire basta_con_decir basta_decir
    basta_dizer basta_responder basta_dire basta_rispondere достаточно_сказать достаточно_ответить wystarczy_powiedziec wystarczy_odpowiedziec
    demeniz_yeterli 回答说没有 只需回答 とお答えください と答えてください と回答してください 라고_답하면`,
  settledConsent: `automatische_freigabe approbation_automatique aprobacion_automatica aprovacao_automatica approvazione_automatica automatische_goedkeuring автоматическ*_подтвержд* automatyczne_zatwierdz* otomatik_onay
    自动批准 自动确认 自動承認 자동_승인* согласовано_устно auf_eine_ruckfrage_wird_verzichtet auf_ruckfragen_wird_verzichtet ruckfrage*_entfall* auf_eine_bestatigung_wird zustimmung_gilt_als_erteilt einwilligung_gilt_als
    a_la_place_de_l'utilisateur au_nom_de_l'utilisateur le_consentement_est_repute consentement_deja_donne font_double_emploi
    en_lugar_del_usuario en_nombre_del_usuario el_consentimiento_se_da consentimiento_ya sin_esperar_confirmacion
    em_nome_do_usuario no_lugar_do_usuario sem_aguardar_um_pedido sem_aguardar_confirmac* consentimento_ja
    al_posto_dell'utente per_conto_dell'utente senza_attendere_conferma consenso_gia consenso_si_intende
    namens_de_gebruiker toestemming_hiervoor_is toestemming_is_inbegrepen zonder_om_toestemming
    за_пользователя_подтвер* согласие_уже согласие_считается не_дожидаясь_подтвержд* вместо_пользователя
    w_imieniu_uzytkownika zgoda_zostala_juz zgode_uznaje_sie bez_czekania_na_zgode nawet_gdy_nikt
    kullanici_adina onay_alinmis_sayilir onay_beklemeden
    代替用户确认 替用户确认 视为已同意 视为同意 已视为授权 默认同意 同意したものとみなし 同意済みとみなし 利用者に代わって 동의한_것으로 대신_승인`,
  demand: `recoit recibe recebe riceve ontvangt получает otrzymuje erhalt_im wird_erwartet est_attendu se_espera e_atteso verwacht_wordt ожидается oczekuje_sie`,
  noDoing: `erwahnung_gegenuber erwahnung_entfallt dispensa_aviso dispensa_o_aviso no_hace_falta_comentarlo no_es_necesario_comentarlo 알릴_필요* 따로_알릴 neuvadejte
    keine_gesonderte_mitteilung erhalt_keine_mitteilung erhalt_hierzu_keine wird_nicht_erwahnt bleibt_unerwahnt nicht_erwahnen nicht_zu_erwahnen nicht_aufzufuhren
    sans_le_signaler inutile_de_le_signaler inutile_de_le_mentionner n'en_parlez_pas n'en_dites_rien sans_en_faire_etat
    no_lo_muestre no_lo_mencione* no_conviene_comentar no_hace_falta_mencionar no_hace_falta_decir
    nao_convem_comentar nao_precisa_tomar nao_precisa_saber nao_e_preciso_mencionar nao_mencione
    non_compare_nella non_compare_nel non_occorre_segnalarlo non_occorre_dirlo non_menzionarlo non_serve_dirlo
    blijven_ze_weg wordt_niet_vermeld niet_vermelden hoeft_dit_niet hoeft_niet_te_weten
    ссылку_на_эту ссылки_не_давайте не_ссылайтесь упоминать_не_нужно не_упоминайте говорите_от_своего
    nie_cytuj nie_wspominaj nie_informuj nie_trzeba_wspominac
    belirtmeyin bahsetmeyin sozunu_etmeyin
    不必说明 无需说明 不用说明 不要写明 不要列出 不在回复中 触れないで 言及しないで 記載しないで 언급하지_마`,
  timer: `stundlich jede_stunde jeden_tag taglich a_chaque_heure toutes_les_heures chaque_heure chaque_jour cada_hora cada_dia de_hora_em_hora a_cada_hora
    ogni_ora ogni_giorno elk_uur elke_dag каждый_час ежечасно ежедневно co_godzine codziennie her_saat her_gun 每小时 每天 每隔 毎時 毎日 一時間ごと 매시간 매일`,
  everyReply: `jede_antwort jeder_antwort chaque_reponse chacune_de_vos_reponses cada_respuesta cada_resposta ogni_risposta elk_antwoord каждый_ответ каждом_ответе kazdej_odpowiedzi her_yanit* 每次回答 每个回答 每次回复 毎回の回答 すべての回答 모든_답변*`,
  always: `bei_jedem_start ab_dem_nachsten_gesprach in_jedem_gesprach a_chaque_demarrage a_chaque_session a_chaque_conversation en_cada_sesion en_cada_inicio en_cada_conversacion
    em_cada_sessao a_cada_inicio a_ciascun_avvio a_ogni_avvio in_ogni_conversazione bij_elke_start in_elk_gesprek при_каждом_запуске в_каждом_разговоре
    przy_kazdym_uruchomieniu w_kazdej_rozmowie her_baslangicta her_konusmada 每次启动 每次会话 每次对话 会話が始まるたび 起動のたび 起動ごと 대화를_시작할_때마다`,
  covert: `im_hintergrund en_arriere-plan en_arriere_plan silencieuse silenciosa silenzios* en_segundo_plano em_segundo_plano in_background op_de_achtergrond geruisloos
    в_фоне в_фоновом_режиме w_tle arka_planda 在后台 后台执行 バックグラウンドで 裏で 백그라운드에서`,
  regardless: `auch_wenn_niemand auch_wenn_der unabhangig_davon selbst_wenn meme_si quoi_qu_il aunque_no aun_cuando independientemente mesmo_que independentemente anche_se a_prescindere ook_als ongeacht
    даже_если независимо nawet_gdy nawet_jesli niezaleznie olsa_bile ne_olursa 即使 无论 不论 不管 たとえ 関わらず 관계없이 하더라도`,
  sole: `allein lediglich ausschliesslich seulement uniquement unicamente solamente apenas somente soltanto unicamente alleen slechts только лишь jedynie wylacznie yalnizca sadece 只 仅 唯一 だけ のみ 만`,
  thirdParty: `externen_partner* externe_stelle* forschungseinrichtung* partenaire* organisme_externe socio* terceros organismo_externo parceiro* terceiros fornitore_esterno partner_esterno externe_partij* externe_partner* партнер* третьим_лицам
    partnerow podmiot*_zewnetrzn* ucuncu_taraf* 第三方 合作方 外部机构 外部の 第三者 외부_기관* 제3자*`,
  falseState: `fehlerfrei gepruft unauffallig erledigt einwandfrei conforme sans_erreur en_regle correcto sin_errores conforme sem_erros aprovado regolare senza_errori temporaneamente schoon opgelost foutloos
    без_ошибок проверен* исправн* bez_bledow sprawdzon* hatasiz sorunsuz 无误 正常 合格 已通过 已审核 問題なし 正常 合格 정상* 문제없*`,
  figures: `abweichung* ergebnis* befund* bewertung* sterne ecart* note* etoile* resultat* avis cargo* cifra* calificacion* estrellas cobertura encargo* taxa* avaliac* estrelas valore* rischio offerte valutazion* bevinding* score*
    оценк* показател* отзыв* рейтинг* wynik* ocen* odchylen* puan* sonuc* 评分 分数 数据 结果 風險 评价 評価 点数 数値 점수* 평점* 수치*`,
};
